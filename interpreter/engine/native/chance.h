/* Chance: numbers, shuffles and fresh orders, each drawn as `engine/chance` draws it. */

#define PART ((1 << 30) - 1)
static inline uint64_t mixed(uint64_t v) {
  v = (v ^ (v >> 30)) * 0xBF58476D1CE4E5B9ull; v = (v ^ (v >> 27)) * 0x94D049BB133111EBull; return v ^ (v >> 31);
}
/* A division by multiplying: exact for numbers below 2^32, else one too many at most. */
static const uint64_t RECIPROCAL[] = {RECIPROCALS};
static inline uint64_t quotient_of(uint64_t v, int d) { return (uint64_t)((unsigned __int128)v * RECIPROCAL[d] >> 64); }
/* The same for places of options, which are small: exact as long as the product of both is below 2^32. */
static const uint64_t SHARE[] = {SHARES};
static inline int divided(int k, int d) { return d <= 64 && k < 1 << 26 ? (int)((uint64_t)k * SHARE[d] >> 32) : k / d; }
#define STEP_OF_CHANCE 0x9E3779B97F4A7C15ull
static inline uint64_t drawn(uint64_t *rng) { *rng += STEP_OF_CHANCE; return mixed(*rng); }
/* A number below many, or one that was drawn in the last stretch, which is shorter than the others: then another. */
static __attribute__((noinline, cold)) int below_at_length(uint64_t *rng, uint64_t v, uint64_t d) {
  uint64_t rest = (0ull - d) % d;
  while (rest && v >= 0ull - rest) v = drawn(rng);
  return (int)(v % d);
}
static inline int below(uint64_t *rng, int limit) {
  uint64_t d = (uint64_t)limit, v = drawn(rng);
  if (__builtin_expect((v >= 0ull - d) | (d - 2 > DIVISORS - 2), 0)) return d == 1 ? 0 : below_at_length(rng, v, d);
  int64_t left = (int64_t)(v - quotient_of(v, (int)d) * d);           /* one too many at most */
  return (int)(left < 0 ? left + (int64_t)d : left);
}
/* One number serves several exchanges of a shuffle: how many are left behind it, and below which it must lie. */
static const struct { int32_t most; int16_t rest; } PARTS[] = {PARTS_OF_SHUFFLES};
/* For every number of things that are left which of them is next, from the last place to the first: all before anything is exchanged, so
   that no step waits for another. There are no more things than cards. */
static void drawn_places(uint64_t *rng, int *place, int n) {
  int size = n; int64_t spare = -1;
  while (size > 1) {
    int first = size; int64_t most = PARTS[size].most, part = most;
    size = PARTS[size].rest;
    while (part >= most) {
      if (spare >= 0) { part = spare; spare = -1; }
      else { uint64_t v = drawn(rng); part = (int64_t)(v >> 34); spare = (int64_t)(v >> 4 & PART); }
    }
    uint32_t p = (uint32_t)part;
    for (int s = first; s > size; s--) { uint32_t next = (uint32_t)quotient_of(p, s); place[s] = (int)(p - next * (uint32_t)s); p = next; }
  }
}
static void shuffled(uint64_t *rng, int *order, int n) {
  int place[CARDS + 1]; drawn_places(rng, place, n);
  for (int s = n; s > 1; s--) { int *found = order + place[s], thing = *found; *found = order[s - 1]; order[s - 1] = thing; }
}
static inline void link_before(State *S, int card, int next) { S->next[card] = (int16_t)next; S->prev[next] = (int16_t)card; }
/* The same of the cards of a zone, each of which is linked as soon as it has its place. */
static void shuffled_cards(State *S, int zone, int *order, int n) {
  int place[CARDS + 1], behind = RING(zone); drawn_places(&S->rng[0], place, n); place[1] = 0;
  for (int s = n; s > 0; s--) {
    int *found = order + place[s], card = *found; *found = order[s - 1];
    link_before(S, card, behind); behind = card;
  }
  link_before(S, RING(zone), behind);
}
static void shuffle(Run *R, State *S, int zone) {
  if (zone == NONE) return;
  zone = (int)AT(zone, ZONES);
  touch(R, zone);
  int n = S->len[zone], *mark = R->top, *order = room_for(R, n), k = 0;
  unsigned char there[CARDS]; memset(there, 0, sizeof there);
  int low = CARDS, high = -1;
  EACH_CARD(c, zone) { there[c] = 1; low = smaller(low, c); high = larger(high, c); }
  if (high - low == n - 1) for (; k < n; k++) order[k] = low + k;
  else for (int c = low; c <= high && k < n; c++) { order[k] = c; k += there[c]; }
  if (k != n) wrong(R);
  shuffled_cards(S, zone, order, n);
  if (S->shown_count[0]) EACH_CARD(c, zone) hide(S, c);
  R->top = mark;
}
/* Hands with cards among those offered that a seat cannot see get a fresh order; `offers` are a seat and its cards each. */
typedef struct { int seat; L cards; } Offered;
static void mix(Run *R, State *S, Offered *offers, int count) {
  int *mark = R->top;
  unsigned char found[ZONES]; memset(found, 0, sizeof found);
  for (int o = 0; o < count; o++) for (int k = 0; k < offers[o].cards.n; k++) {
    int c = offers[o].cards.a[k];
    if (IS_HAND[S->place[c]] && !can_see(S, c, offers[o].seat)) found[S->place[c]] = 1;
  }
  for (int zone = 0; zone < ZONES; zone++) if (found[zone]) {
    touch(R, zone);
    int n = (int)AT(S->len[zone], CARDS + 1), *rows = room_for(R, n * 6), k = -1;
    EACH_CARD(c, zone) { if (++k >= n) wrong(R);
      int hidden = 0, passed = 0;
      for (int o = 0; o < count; o++) {
        int h = !can_see(S, c, offers[o].seat);
        hidden = hidden * 2 + h; passed = passed * 2 + (h && !one_of(c, offers[o].cards));
      }
      int *r = rows + k * 6; r[0] = hidden; r[1] = BACK[ROW[c]]; r[2] = OWNER[c] == NONE ? -1 : OWNER[c]; r[3] = passed; r[4] = r[5] = c;
    }
    in_order(R, rows, n, 5);
    for (k = 0; k < n; k++) rows[k] = rows[k * 6 + 5];
    shuffled_cards(S, zone, rows, n);
  }
  R->top = mark;
}
