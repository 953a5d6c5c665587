/* Decisions that chance answers, in whole games and for whoever thinks, and what is noticed of them. */

static inline void look_at_card(Run *R, State *S, int c) {               /* the same zone twice changes nothing */
  Notes *notes = R->notes; int zone = S->place[c], kept = notes->kept[c], shows = SHOWN_IN[zone], keeps = KEPT_IN[zone];
  notes->had[ROW[c]] |= (uint16_t)HAD_IN[zone]; notes->played[ROW[c]] |= (uint16_t)(kept & shows);
  notes->kept[c] = (uint16_t)(keeps | (kept & ~shows & -!keeps));  /* a branch would hang on chance */
}
static __attribute__((noinline, cold)) void look_at_all(Run *R, State *S) { ALL(c, CARDS_THERE) look_at_card(R, S, c); }
static inline void look_at(Run *R, State *S) {                           /* who had and played which card: of those that moved */
  if (R->moves > MOST_MOVED) look_at_all(R, S);
  else for (int k = 0; k < R->moves; k++) look_at_card(R, S, R->moved[k]);
  R->moves = 0;
}
/* Rows of cards that an option takes, as bits, and whether it takes cards that lie before others; those that some option takes, and those that
   every one does. What can be taken or left is in some, and not in every one. */
enum { WORDS_OF_ROWS = (ROWS_OF_CARDS + 63) / 64 };
typedef struct { uint64_t bits[WORDS_OF_ROWS]; int far; } Rows;
typedef struct { uint64_t some[WORDS_OF_ROWS], every[WORDS_OF_ROWS]; } Loose;
#define ALL_TAKEN {{0}, {[0 ... WORDS_OF_ROWS - 1] = ~0ull}}
static inline int lies_near(Run *R, int zone, int seat) { int owner = ZONE_OWNER[AT(zone, ZONES)]; return (owner == NONE) | (owner == seat); }
static inline void add_near(Run *R, Rows *rows, int card) { int row = ROW[AT(card, CARDS)]; rows->bits[row >> 6] |= 1ull << (row & 63); }
static inline void add_row(Run *R, State *S, Rows *rows, int card, int seat) {
  if (lies_near(R, S->place[AT(card, CARDS)], seat)) add_near(R, rows, card); else rows->far = 1;
}
static inline void in_some(Loose *loose, const Rows *own) { ALL(k, WORDS_OF_ROWS) loose->some[k] |= own->bits[k]; }
static inline void in_every(Loose *loose, const Rows *own) { ALL(k, WORDS_OF_ROWS) loose->every[k] &= own->bits[k]; }
static inline void add_list(Loose *loose, Rows *every, const Rows *own) {   /* one of a list is taken: of one row, always that */
  int many = 0;
  ALL(k, WORDS_OF_ROWS) { loose->some[k] |= own->bits[k]; many += (own->bits[k] != 0) + ((own->bits[k] & (own->bits[k] - 1)) != 0); }
  if (many == 1 && !own->far) ALL(k, WORDS_OF_ROWS) every->bits[k] |= own->bits[k];
}
static inline void count_loose(Notes *notes, const Loose *loose, const Rows *taken) {
  ALL(k, WORDS_OF_ROWS) {
    uint64_t free_ = loose->some[k] & ~loose->every[k];
    for (uint64_t m = free_; m; m &= m - 1) notes->offered[64 * k + __builtin_ctzll(m)]++;
    for (uint64_t m = free_ & taken->bits[k]; m; m &= m - 1) notes->chosen[64 * k + __builtin_ctzll(m)]++;
  }
}
static __attribute__((noinline)) int rolled_out(Run *R, State *S, int seat, int count) {         /* an answer that somebody tries out */
  int64_t steps = MOST_STEPS - S->budget[0];
  R->paid += steps; R->roll_paid += steps;
  S->budget[0] = MOST_STEPS; S->needed[0] = 0;
  if (seat == R->given) { R->given = -1; if (R->index >= count) fail(R, WRONG); return R->index; }
  if (!R->roll_left || R->roll_paid > MOST_STEPS_AT_ONCE) fail(R, ENOUGH);
  R->roll_left--;
  return below(R->roll_rng, count);
}
/* Long games are left to whoever plays them one by one and counts to the end, well before they are too long. */
static inline void count_steps(Run *R, State *S) { R->spent += MOST_STEPS - S->budget[0]; }
static __attribute__((noinline)) int noticed_pick(Run *R, State *S, int seat, int count) {
  if (R->rolling) return rolled_out(R, S, seat, count);
  count_steps(R, S);
  if (R->decisions > R->most || R->spent > MOST_OF_GAME) fail(R, WRONG);
  if (R->notes) look_at(R, S);
  S->budget[0] = MOST_STEPS; S->needed[0] = 0;
  return below(&R->rngs[AT(seat, PLAYERS)], count);
}
static inline int pick(Run *R, State *S, int seat, int count) {
  if (__builtin_expect(++R->decisions > R->unnoticed, 0)) return noticed_pick(R, S, seat, count);
  S->budget[0] = MOST_STEPS; S->needed[0] = 0;
  return below(&R->rngs[AT(seat, PLAYERS)], count);
}
