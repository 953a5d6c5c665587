static inline int seats_in(unsigned mask) {
  mask -= mask >> 1 & 0x55555555u; mask = (mask & 0x33333333u) + (mask >> 2 & 0x33333333u);
  return (int)(((mask + (mask >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24);
}
/* Whole games between bots, or else between random players, from one position, with everything that is counted of them. The chance of a game follows from
   its number and the words of the seed, that of each seat from it. Of each game: its decisions, its rounds, the winners as a mask, and the scores. Of each row of
   cards: had, won by those who had it, played, and won by those who played it; `unit` wins are one. Without a place for them nothing
   is counted. `of_each` has, if somebody wants to know, the words of every single game: for each row of cards who had it and who
   played it as bits, then how often each procedure came into effect. The games before the first that fails are counted; returns how
   many. Where everybody moves on after each game, bots are seated by its number. `of_measures` has two words
   for every gauge of every game, `withheld` are cards that a seat never gets. */
int64_t rw_games(Run *R, const State *start, State *S, int64_t first, int64_t games, const uint64_t *seed, int words, int64_t most,
                 int unit, int64_t *fired, int *of_game, int64_t *of_rows, int *of_each,
                 Thinker *T, const Player *bots, int rotates, int *of_measures, const Withheld *withheld, int many) {
  int64_t counted[PROCEDURES + 1];
  uint16_t had[CARDS], played[CARDS]; int16_t noted[CARDS], kept[CARDS];
  for (int64_t game = 0; game < games; game++) {
    uint64_t own[PLAYERS]; int *out = of_game + game * (3 + PLAYERS);
    uint64_t chance = seeded((uint64_t)(first + game), seed, words), high = chance >> 56;
    ALL(p, PLAYERS) own[p] = seeded(seeded((chance << 8) + (uint64_t)p, &high, high != 0), 0, 0);
    rw_copy(S, start); S->rng[0] = seeded(chance, 0, 0);
    R->decisions = 0; R->most = most;
    if (of_rows) {
      memset(counted, 0, sizeof counted); memset(had, 0, sizeof had); memset(played, 0, sizeof played);
      memset(noted, -1, sizeof noted); memset(kept, -1, sizeof kept);
      R->fired = counted; R->had = had; R->played = played; R->noted = noted; R->kept = kept; R->moves = MOST_MOVED + 1;
    }
    Player seated[PLAYERS];
    int shift = rotates ? (int)((first + game) % PLAYERS) : 0;
    if (bots) ALL(p, PLAYERS) seated[p] = bots[(p - shift + PLAYERS) % PLAYERS];
    Playing playing = {seated, withheld, many};
    int r = bots ? play_between(R, T, S, &playing, own) : rw_play(R, S, own);
    if (!r && !of_rows) continue;
    if (!r) {
      look_at(R, S);
      r = rw_scores(R, S, out + 3);
      if (r >= 0) r = (out[2] = rw_winners(R, S)) < 0 ? -1 : 0;
      if (r >= 0 && GAUGES) r = measured(R, S, of_measures + game * 2 * GAUGES);
    }
    R->fired = 0; R->had = 0; R->played = 0; R->noted = 0; R->kept = 0; R->most = INT64_MAX;
    if (r) return game;
    out[0] = (int)R->decisions; out[1] = round_of(S);
    ALL(k, PROCEDURES) fired[k] += counted[k];
    uint16_t rows[ROWS_OF_CARDS][2]; memset(rows, 0, sizeof rows);
    ALL(c, CARDS_THERE) { rows[ROW[c]][0] |= had[c]; rows[ROW[c]][1] |= played[c]; }
    if (of_each) {
      int *each = of_each + game * (2 * ROWS_OF_CARDS + PROCEDURES);
      ALL(row, ROWS_OF_CARDS) { each[row] = rows[row][0]; each[ROWS_OF_CARDS + row] = rows[row][1]; }
      ALL(k, PROCEDURES) each[2 * ROWS_OF_CARDS + k] = (int)counted[k];
    }
    int won = seats_in((unsigned)out[2]), share = won ? unit / won : unit;
    ALL(row, ROWS_OF_CARDS) for (int which = 0; which < 2; which++) {
      unsigned who = rows[row][which];
      of_rows[row * 4 + which * 2] += seats_in(who);
      of_rows[row * 4 + which * 2 + 1] += (int64_t)share * seats_in(who & (unsigned)out[2]);
    }
  }
  return games;
}
