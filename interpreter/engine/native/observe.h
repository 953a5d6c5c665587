/* What a seat may see, as numbers: the words of `engine/observation`, in its order. Seats and zones are counted from whoever looks. */

#define HIDDEN (NONE + 1)
enum { TELLS_NUMBER, TELLS_SEAT, TELLS_ZONE, TELLS_CARD };
enum { OF_GAME, OF_SEAT, OF_ZONE, OF_MEMBER, OF_CARD };

static int word_at(const State *S, const Told *v, int at) {
  const char *from = (const char *)S + v->offset;
  return v->width == 1 ? ((const int8_t *)from)[at] : v->width == 2 ? ((const int16_t *)from)[at] : ((const int32_t *)from)[at];
}
static int as_told(Run *R, State *S, int seat, int tells, int x, const int16_t *place) {
  if (x == NONE) return NONE;
  if (tells == TELLS_SEAT) return (int)(AT(x, PLAYERS) + PLAYERS - (unsigned)seat) % PLAYERS;
  if (tells == TELLS_ZONE) return ZONE_FROM[seat][AT(x, ZONES)];
  if (tells == TELLS_CARD) return can_see(S, (int)AT(x, CARDS), seat) ? place[x] : HIDDEN;
  return x;
}
/* How many there are, and the first of them; cards that the seat cannot see come last. */
static void tell_list(Run *R, State *S, int seat, int tells, L l, int most, const int16_t *place, int *out) {
  int n = 0;
  ALL(k, most + 1) out[k] = NONE;
  if (l.n < 0) return;
  out[0] = l.n;
  for (int hidden = 0; hidden < 2; hidden++) for (int k = 0; k < l.n && n < most; k++) {
    int x = as_told(R, S, seat, tells, l.a[k], place);
    if (tells != TELLS_CARD ? !hidden : hidden == (x == HIDDEN)) out[++n] = x;
  }
}
static int may_read(State *S, const Told *v, int thing, int seat) {
  if (v->of == OF_CARD && !can_see(S, thing, seat)) return 0;
  if (v->seen_by == SEEN_BY_ALL) return 1;
  if (v->seen_by == SEEN_BY_NOBODY) return 0;
  if (v->of == OF_SEAT) return thing == seat;
  if (v->of == OF_CARD) return owner_of(S, thing) == seat;
  return v->of == OF_ZONE && ZONE_OWNER[thing] == seat;
}
static void tell(Run *R, State *S, int seat, const Told *v, int thing, const int16_t *place, int *out) {
  int words = v->most + v->is_list;
  if (!may_read(S, v, thing, seat)) { ALL(k, words) out[k] = HIDDEN; return; }
  if (!v->is_list) { out[0] = as_told(R, S, seat, v->tells, word_at(S, v, thing), place); return; }
  tell_list(R, S, seat, v->tells, from_words(R, (int *)((char *)S + v->offset) + thing * v->words, v->words - 1), v->most, place, out);
}
static int *tell_all(Run *R, State *S, int seat, const Told *v, const int16_t *place, int *out) {
  int words = v->most + v->is_list;
  if (v->of == OF_GAME) { tell(R, S, seat, v, 0, place, out); return out + words; }
  if (v->of == OF_ZONE) {
    ALL(k, ZONES_THERE) if (FAMILY[ZONE_ORDER[seat][k]] == v->number) { tell(R, S, seat, v, ZONE_ORDER[seat][k], place, out); out += words; }
    return out;
  }
  ALL(k, v->things) { tell(R, S, seat, v, v->of == OF_SEAT ? (seat + k) % PLAYERS : k, place, out); out += words; }
  return out;
}
/* The words of a card; without the places of cards, not those that name some. */
static void tell_card(Run *R, State *S, int seat, int c, const int16_t *place, int *out) {
  int zone = S->place[c], owner = OWNER[c];
  out[0] = ZONE_FROM[seat][zone]; out[1] = BACK[ROW[c]]; out[2] = can_see(S, c, seat) ? ROW[c] : HIDDEN;
  out[3] = owner == NONE ? NONE : (owner + PLAYERS - seat) % PLAYERS;
  out[4] = SEEN_BY[zone] == SEEN_BY_FACE && S->face[c]; out[5] = S->host[c] >= 0; out += 6;
  ALL(k, NOTES) {
    const Told *v = &NOTE[k]; int words = v->most + v->is_list;
    if (v->tells == TELLS_CARD && !place) ALL(i, words) out[i] = 0;
    else if (v->number >= 0 && v->number != KIND[c]) ALL(i, words) out[i] = NONE;
    else tell(R, S, seat, v, c, place, out);
    out += words;
  }
}
static int is_less(const int *a, const int *b) { ALL(k, CARD_WORDS) if (a[k] != b[k]) return a[k] < b[k]; return 0; }
/* Puts the words of cards in order, as long as those before them have the same `group`, or all of them without one. */
static void sort_cards(Run *R, int *rows, int *cards, const int16_t *group, int n) {
  int *t = room_for(R, CARD_WORDS);
  for (int i = 1; i < n; i++) {
    int j = i, c = cards[i]; memcpy(t, rows + i * CARD_WORDS, sizeof(int) * CARD_WORDS);
    for (; j > 0 && (!group || group[cards[j - 1]] == group[c]) && is_less(t, rows + (j - 1) * CARD_WORDS); j--) {
      memcpy(rows + j * CARD_WORDS, rows + (j - 1) * CARD_WORDS, sizeof(int) * CARD_WORDS); cards[j] = cards[j - 1];
    }
    memcpy(rows + j * CARD_WORDS, t, sizeof(int) * CARD_WORDS); cards[j] = c;
  }
  R->top -= CARD_WORDS;
}
/* All cards, zone by zone. Where there is no order that the seat may know, alike cards share the place of the first. */
static void tell_cards(Run *R, State *S, int seat, int16_t *place, int *out) {
  int cards[CARDS], n = 0;
  ALL(k, ZONES_THERE) {
    int zone = ZONE_ORDER[seat][k], first = n, sees = 0, *rows = out + n * CARD_WORDS;
    EACH_CARD(c, zone) { if (n >= CARDS_THERE) wrong(R); cards[n++] = c; sees |= can_see(S, c, seat); }
    if (!(IS_HAND[zone] || (IS_PILE[zone] && !sees))) { for (int i = first; i < n; i++) place[cards[i]] = (int16_t)i; continue; }
    for (int i = first; i < n; i++) tell_card(R, S, seat, cards[i], 0, out + i * CARD_WORDS);
    sort_cards(R, rows, cards + first, 0, n - first);
    for (int i = first; i < n; i++) {
      int is_alike = i > first && !memcmp(out + i * CARD_WORDS, out + (i - 1) * CARD_WORDS, sizeof(int) * CARD_WORDS);
      place[cards[i]] = (int16_t)(is_alike ? place[cards[i - 1]] : i);
    }
  }
  if (n != CARDS_THERE) wrong(R);
  ALL(i, n) tell_card(R, S, seat, cards[i], place, out + i * CARD_WORDS);
  sort_cards(R, out, cards, place, n);
}
static L picked_at(Run *R, State *S, int *F, int site, int seat, int *tells);
/* Who must decide now, the place of one's own decision, and what was picked so far in a row there. */
static void tell_decision(Run *R, State *S, int seat, const int16_t *place, int *out) {
  int site, *F = waiting(R, S, &site), tells = TELLS_NUMBER;
  ALL(k, PLAYERS + 2 + MOST_TOLD_PICKS) out[k] = k < PLAYERS ? 0 : NONE;
  if (!F) return;
  int items = ask_items(site);
  if (items < 0) out[(AT(seat_at(R, S, F, site), PLAYERS) + PLAYERS - (unsigned)seat) % PLAYERS] = 1;
  else {
    int *a = F + ask_answers(site);
    ALL(k, asked(R, a)) if (a[2 + k * ANSWER_WORDS]) out[(AT(a[1 + k * ANSWER_WORDS], PLAYERS) + PLAYERS - (unsigned)seat) % PLAYERS] = 1;
  }
  if (!out[0]) return;
  out[PLAYERS] = site;
  L picked = picked_at(R, S, F, site, seat, &tells);
  tell_list(R, S, seat, tells, picked, MOST_TOLD_PICKS, place, out + PLAYERS + 1);
}
int64_t rw_observed_size(void) { return OBSERVED_WORDS; }
int rw_observe(Run *R, State *S, int seat, int *out) {
  ENTRY(TROUBLE) begin_anew(S);
  if (seat < 0 || seat >= PLAYERS) wrong(R);
  int16_t place[CARDS];
  int *from = out;
  tell_cards(R, S, seat, place, out + OBSERVED_WORDS - CARDS_THERE * CARD_WORDS);
  tell_decision(R, S, seat, place, from); from += PLAYERS + 2 + MOST_TOLD_PICKS;
  ALL(k, VARIABLES) from = tell_all(R, S, seat, &VARIABLE[k], place, from);
  ALL(k, ZONES_THERE) from[k] = S->len[ZONE_ORDER[seat][k]];
  return OBSERVED_WORDS;
}
