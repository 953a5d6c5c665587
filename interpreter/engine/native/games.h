/* Whole games from their first chance to their result, and what is counted of each: the seeds of a game are those that Python gives it. */

static inline int seats_in(unsigned mask) { return (int)(PLACES[mask & 255] >> 32) + (PLAYERS > 8 ? (int)(PLACES[mask >> 8 & 255] >> 32) : 0); }
typedef struct { uint64_t rules, seats[PLAYERS]; } Chances;          /* of one game; of several at once, since one waits long for itself */
enum { AT_ONCE = 16 };
static Chances chances_of(uint64_t game, const uint64_t *seed, int words, int take) {
  uint64_t chance = seeded(game, seed, words), high = chance >> 56;
  Chances found = {seeded(chance, 0, 0), {0}};
  ALL(p, PLAYERS) found.seats[p] = seeded(seeded((chance << 8) + (uint64_t)(16 * take + p), &high, high != 0), 0, 0);
  return found;
}
typedef struct { int64_t fired[PROCEDURES + 1]; Notes notes; } Counted;
/* Where games begin with cards that nobody has or keeps, only those that move are looked at, else all of them at the first decision. */
static int all_out_of_hands(const State *start) {
  ALL(c, CARDS_THERE) if (HAD_IN[start->place[c]] | KEPT_IN[start->place[c]]) return 0;
  return 1;
}
static void begin_counting(Run *R, Counted *counted, int moves) {
  memset(counted, 0, sizeof *counted);
  R->fired = counted->fired; R->notes = &counted->notes; R->moves = moves;
}
static void end_games(Run *R) { R->fired = 0; R->notes = 0; R->rngs = 0; R->playing = 0; R->most = R->unnoticed = INT64_MAX; }
static int judge(Run *R, State *S, int *out, int *of_measures) {         /* a game that is over: decisions, rounds, winners, scores, gauges */
  look_at(R, S);
  out[0] = (int)R->decisions; out[1] = round_of(S);
  begin_anew(S);
  int r = scores(R, S, out + 3);
  begin_anew(S);
  if (r >= 0) r = (out[2] = winners(R, S)) < 0 ? -1 : 0;
  begin_anew(S);
  if (r >= 0 && GAUGES) r = measures(R, S, of_measures);
  return r;
}
static void add_rows(const Notes *notes, int winners, int unit, int64_t *of_rows, int *each) {
  int won = seats_in((unsigned)winners), share = won ? unit / won : unit;
  ALL(row, ROWS_OF_CARDS) {
    unsigned had = notes->had[row], played = notes->played[row];
    int64_t *own = of_rows + row * 4;
    own[0] += seats_in(had); own[1] += (int64_t)share * seats_in(had & (unsigned)winners);
    own[2] += seats_in(played); own[3] += (int64_t)share * seats_in(played & (unsigned)winners);
  }
  if (each) ALL(row, ROWS_OF_CARDS) { each[row] = notes->had[row]; each[ROWS_OF_CARDS + row] = notes->played[row]; }
}
enum { WORDS_OF_GAME = 2 * ROWS_OF_CARDS + PROCEDURES + 2 * CHOICES };
static void add_choices(const Notes *notes, int64_t *of_choices, int *each) {
  ALL(k, CHOICES) { of_choices[k] += notes->offered[k]; of_choices[CHOICES + k] += notes->chosen[k]; }
  if (each) ALL(k, CHOICES) { each[k] = (int)notes->offered[k]; each[CHOICES + k] = (int)notes->chosen[k]; }
}
/* Whole games between bots, or else between random players, from one position, with everything that is counted of them. The chance of a game follows from
   its number and the words of the seed, that of each seat from it. Of each game: its decisions, its rounds, the winners as a mask, and the scores. Of each row of
   cards: had, won by those who had it, played, and won by those who played it; `unit` wins are one. Of what can be chosen: how often it was
   offered, and behind all of them how often chosen. Without a place for them nothing is counted. `of_each` has, if somebody
   wants to know, the words of every single game: for each row of cards who had it and who played it as bits, then how often
   each procedure came into effect, and the choices. The games before the first that fails are counted; returns how
   many. Where everybody moves on after each game, bots are seated by its number. `of_measures` has two words
   for every gauge of every game, `withheld` are cards that a seat never gets. Another `take` has the same chance of the
   rules, and another one of each seat. */
int64_t rw_games(Run *R, const State *start, State *S, int64_t first, int64_t games, const uint64_t *seed, int words, int64_t most,
                 int unit, int64_t *fired, int *of_game, int64_t *of_rows, int64_t *of_choices, int *of_each,
                 Thinker *T, const Player *bots, int rotates, int *of_measures, const Withheld *withheld, int many, int take) {
  Counted counted; Chances chances[AT_ONCE];
  int moves = all_out_of_hands(start) ? 0 : MOST_MOVED + 1;
  R->game = 0;
  ENTRY((end_games(R), R->game))
  for (; R->game < games; R->game++) {
    int place = (int)(R->game % AT_ONCE); Chances *own = &chances[place];
    if (!place) ALL(k, AT_ONCE) chances[k] = chances_of((uint64_t)(first + R->game + k), seed, words, take);
    rw_copy(S, start); S->rng[0] = own->rules;
    R->decisions = R->spent = 0; R->most = most; R->unnoticed = of_rows ? -1 : most;
    if (of_rows) begin_counting(R, &counted, moves);
    if (bots) {
      Player seated[PLAYERS];
      int shift = rotates ? (int)((first + R->game) % PLAYERS) : 0;
      ALL(p, PLAYERS) seated[p] = bots[(p - shift + PLAYERS) % PLAYERS];
      Playing playing = {seated, withheld, many};
      int stopped = play_between(R, T, S, &playing, own->seats);
      ENTRY((end_games(R), R->game))                             /* its answers were entries of their own */
      if (stopped) break;
    } else { WITH_FREE_ROOM if (play_by_chance(R, S, own->seats)) break; }
    if (!of_rows) continue;
    int *out = of_game + R->game * (3 + PLAYERS);
    if (judge(R, S, out, of_measures + R->game * 2 * GAUGES)) break;
    int *each = of_each ? of_each + R->game * WORDS_OF_GAME : 0;
    ALL(k, PROCEDURES) { fired[k] += counted.fired[k]; if (each) each[2 * ROWS_OF_CARDS + k] = (int)counted.fired[k]; }
    add_choices(&counted.notes, of_choices, each ? each + 2 * ROWS_OF_CARDS + PROCEDURES : 0);
    add_rows(&counted.notes, out[2], unit, of_rows, each);
  }
  end_games(R);
  return R->game;
}
