/* What every written library has: numbers, lists, cards, marks, chance, trouble. Nothing here knows a game; sizes and tables come
   from the text before it. A library has no memory of its own: all that changes lies in a State or in a Run of the caller. */


#define WAIT 1
#define HEAD 3
#define ARENA_WORDS (131072 + GROUPING_WORDS)
#define MOST_MOVED 256
#define ALL(k, n) for (int k = 0; k < (n); k++)
#define STACK_ROOM (3 << 20)
#define MOST_STEPS_AT_ONCE 120000   /* of a game that somebody plays on for a while; then it is judged where it has come to */

enum { FINE, ENDLESS, TOO_MUCH, TOO_DEEP, NEEDS_ITSELF, OUT_OF_RANGE, MANY_OPTIONS, MANY_NUMBERS, UNPICKABLE, NO_ROOM, WRONG, ENOUGH, STOPPED_THINKING };

/* The cards of a zone are a ring that begins and ends at the zone itself, whose number in it lies behind those of all cards. */
#define RING(zone) (CARDS + (int)(zone))
#define IS_CARD(c) ((unsigned)(c) < CARDS)
#define EACH_CARD(c, zone) for (int c = S->next[RING(zone)]; IS_CARD(c); c = S->next[c])

typedef struct { int n; int *a; } L;
typedef struct { uint64_t version; int value; } Memo;
typedef struct { uint64_t version; int key[2], value[PLAYERS]; } OfOwners;   /* what is asked of the cards of each owner */
typedef struct { uint64_t version; int n; int16_t a[MOST_LIVE]; } Live;      /* cards of which an `always` can matter */
/* The seats that had and played each row of cards, and who kept each card at the last decision, as bits; how often rows of cards and
   kinds of options were offered and chosen. */
typedef struct { uint16_t had[ROWS_OF_CARDS], played[ROWS_OF_CARDS], kept[CARDS]; uint32_t offered[CHOICES], chosen[CHOICES]; } Notes;
typedef int (*Group)(int grouping, int part, int which, int words, const int *hand, int *found);

#if GROUPINGS
#define KNOWN 65536
#define GROUPING_WORDS 524288
typedef struct { uint32_t stamp; int32_t value, sets; int64_t cards; } Known;
#else
#define GROUPING_WORDS 0
#endif

/* The way out of a call. Where the compiler can write it down by itself, that takes a fraction of the time. */
#ifdef __x86_64__
typedef void *WayOut[5];
#define NOTE_WAY_OUT(out) __builtin_setjmp(out)
#define GO_OUT(out) __builtin_longjmp(out, 1)
#else
typedef jmp_buf WayOut;
#define NOTE_WAY_OUT(out) setjmp(out)
#define GO_OUT(out) longjmp(out, 1)
#endif

typedef struct {
  WayOut out; int32_t why;   /* where a call ends that cannot go on, and why it does */
  char *bottom;              /* how far down the stack of C may go */
  int *top, *end;            /* the free words of the arena: lists grow from below, options from above */
  int32_t seat, count;       /* who decides, and among how many options, where a call ends at a decision */
  int64_t *fired;            /* counts abilities, if somebody wants to know */
  uint64_t *rngs;            /* the chance of every seat, if chance decides */
  Notes *notes;              /* of cards, if somebody wants to know */
  int64_t game;              /* which of many games is played */
  int32_t moves; int16_t moved[MOST_MOVED];   /* which cards may lie elsewhere since then; if there are more, all of them */
  Group group;
  int64_t decisions, most, unnoticed;    /* so many, so many at most, and so many of which nobody wants to know */
  int64_t spent;                         /* steps of the rules of this game */
  int64_t *rows; int64_t row_count, row_room;
  int32_t playing, rolling;  /* whether chance decides, and whether it does so for somebody who thinks */
  uint64_t *roll_rng; int64_t paid, roll_paid; int32_t roll_left, given, index;   /* its chance, steps and answers; who answers first, and how */
  unsigned char *touched;    /* zones, and behind them cards, that were moved or shuffled, if somebody wants to know */
#if GROUPINGS
  uint32_t stamp; Known known[KNOWN];     /* what the search for the best grouping has found; older stamps are forgotten */
#endif
  uint64_t version;          /* changes with every change of the state: values that were asked since then are remembered */
  Memo memo[MOST_REMEMBERED]; OfOwners of_owners[OWNER_FOLDS]; Live live[LIVE_LISTS];
  int arena[ARENA_WORDS];
} Run;

static __attribute__((noreturn, cold, noinline)) void fail(Run *R, int why) { R->why = why; GO_OUT(R->out); }
static __attribute__((noreturn, cold, noinline)) int wrong(Run *R) { fail(R, WRONG); }

static inline void changed(Run *R) { if (REMEMBERS) R->version++; }

/* An index that is surely inside, or the end of this call. */
#define AT(i, n) ({ unsigned at_ = (unsigned)(i); if (__builtin_expect(at_ >= (unsigned)(n), 0)) wrong(R); at_; })

static inline void deep_enough(Run *R) { char here; if (&here < R->bottom) fail(R, NO_ROOM); }
static inline void spend(Run *R, State *S, int64_t steps) { int64_t left = S->budget[0] - steps; if (__builtin_expect(left < 0, 0)) fail(R, ENDLESS); S->budget[0] = (int32_t)left; }
static inline void spend_looking(Run *R, State *S, int64_t steps) { if ((int64_t)S->budget[0] < steps) fail(R, TOO_MUCH); S->budget[0] -= (int32_t)steps; }
static inline int64_t times(Run *R, int64_t a, int64_t b) { int64_t r; if (__builtin_mul_overflow(a, b, &r)) fail(R, TOO_MUCH); return r; }
static inline int larger(int a, int b) { return a > b ? a : b; }
static inline int smaller(int a, int b) { return a < b ? a : b; }
static int64_t fullest(State *S, int from, int to) { int m = 0; for (int z = from; z < to; z++) m = larger(m, S->len[z]); return m; }
static int64_t together(State *S, int from, int to) { int64_t m = 0; for (int z = from; z < to; z++) m += S->len[z]; return m; }

/* ---- numbers */

static inline int within(Run *R, int64_t x) { if (__builtin_expect(x > MOST_NUMBER || x < -MOST_NUMBER, 0)) fail(R, OUT_OF_RANGE); return (int)x; }
static inline int add(Run *R, int a, int b) { return within(R, (int64_t)a + b); }
static inline int sub(Run *R, int a, int b) { return within(R, (int64_t)a - b); }
static inline int mul(Run *R, int a, int b) { return within(R, (int64_t)a * b); }
static inline int quotient(int a, int b) { if (!b) return NONE; int q = a / b; return q - ((a % b != 0) && ((a < 0) != (b < 0))); }
static inline int quotient_up(int a, int b) { if (!b) return NONE; int q = a / b; return q + ((a % b != 0) && ((a < 0) == (b < 0))); }
static inline int rest(int a, int b) { if (!b) return NONE; int r = a % b; return r && ((r < 0) != (b < 0)) ? r + b : r; }
static inline int truth(int x) { return x != NONE && x != 0; }
static inline int narrow8(Run *R, int x) { if (x < -128 || x > 127) fail(R, NO_ROOM); return x; }
static inline int narrow16(Run *R, int x) { if (x < -32768 || x > 32767) fail(R, NO_ROOM); return x; }

/* ---- lists */

static inline void push(Run *R, int x) { if (__builtin_expect(R->top >= R->end, 0)) fail(R, NO_ROOM); *R->top++ = x; }
static inline int *room_for(Run *R, int n) { int *a = R->top; if (n > R->end - a) fail(R, NO_ROOM); R->top = a + n; return a; }
static inline L from_words(int *w) { L l = {w[0], w + 1}; return l; }
static inline int length(L l) { return l.n < 0 ? 0 : l.n; }
static inline L or_nothing(L l) { if (l.n < 0) l.n = 0; return l; }
static void keep(Run *R, int *w, int room, L l) {
  if (l.n > room) fail(R, NO_ROOM);
  w[0] = l.n; if (l.n > 0 && l.a != w + 1) memmove(w + 1, l.a, (size_t)l.n * sizeof(int));
}
static inline int item_of(L l, int i) { return i != NONE && i >= 0 && i < l.n ? l.a[i] : NONE; }
static inline int item_at(Run *R, L l, int i) { if (i < 0) i += length(l); if (i < 0 || i >= l.n) wrong(R); return l.a[i]; }
static int one_of(int x, L l) { if (x == NONE) return 0; for (int k = 0; k < l.n; k++) if (l.a[k] == x) return 1; return 0; }
typedef struct { int n, at, *a; uint64_t few; } Among;   /* what a pick can be: so many from a number on, of a zone, of a list, or few, four bits each */
/* Of each byte the places of its bits, four bits each, and above them how many there are. */
static const uint64_t PLACES[] = {PLACES_OF_BITS};
static inline void few_zones(uint64_t bits, Among *l) {
  uint64_t low = PLACES[bits & 255], high = PLACES[bits >> 8 & 255]; int n = (int)(low >> 32);
  l->n = n + (int)(high >> 32); l->few = (uint32_t)low | (uint64_t)((uint32_t)high + 0x88888888u) << 4 * n;
}
/* The zones in which cards lie that follow one another, as bits. */
static inline __attribute__((always_inline)) uint64_t lying_in(const State *S, int first, int count) {
  uint64_t found = 0;
  for (int k = 0; k < count; k++) found |= 1ull << (S->place[first + k] & 63);
  return found;
}
static inline int nth_in(State *S, int zone, int k) {
  int c = S->next[RING(zone)];
  for (int j = 0; j < 3; j++) { int next = S->next[c]; c = k > j ? next : c; }     /* the first few without a branch */
  for (k -= 3; k > 0; k--) c = S->next[c];
  return c;
}
static inline int is_among(const int *a, const int *end, int x) { while (a < end) if (*a++ == x) return 1; return 0; }
enum { MARKED = (ZONES > CARDS ? ZONES : CARDS) + 1, FEW = 16 };
static L both(Run *R, L a, L b) {                                 /* all of the one, then what only the other holds; nothing twice */
  L l = {0, R->top};
  unsigned char marked[MARKED];                                   /* where searching many things would take too long */
  int many = length(a) + length(b) > FEW;
  if (many) memset(marked, 0, sizeof marked);
  for (int side = 0; side < 2; side++) { L from = side ? b : a; for (int k = 0; k < from.n; k++) {
    int x = from.a[k], marks = many && (unsigned)x < MARKED;
    if (marks ? marked[x] : is_among(l.a, l.a + l.n, x)) continue;
    if (marks) marked[x] = 1;
    push(R, x); l.n++;
  } }
  return l;
}
static inline L one(Run *R, int x) { L l = {0, R->top}; if (x != NONE) { push(R, x); l.n = 1; } return l; }

/* Things with `keys` words each before them, put in order; things that are equal stay as they stand. */
static void in_order(Run *R, int *rows, int n, int keys) {
  int w = keys + 1, *t = room_for(R, w);
  for (int i = 1; i < n; i++) {
    int j = i; memcpy(t, rows + i * w, (size_t)w * sizeof(int));
    while (j > 0) {
      int *p = rows + (j - 1) * w, k = 0;
      while (k < keys && p[k] == t[k]) k++;
      if (k == keys || p[k] < t[k]) break;
      memcpy(p + w, p, (size_t)w * sizeof(int)); j--;
    }
    memcpy(rows + j * w, t, (size_t)w * sizeof(int));
  }
  R->top -= w;
}
static inline int key(int x, int most) { return x == NONE ? INT32_MAX : most ? -x : x; }

/* ---- cards */

static inline int owner_of(State *S, int card) { int o = OWNER[card]; return ALL_OWNED || o != NONE ? o : ZONE_OWNER[S->place[card]]; }
static int position(State *S, int card) {
  if (S->host[card] >= 0) card = S->host[card];
  int n = 1;
  if (!S->hosted[0]) { for (int c = S->prev[card]; IS_CARD(c); c = S->prev[c]) n++; return n; }
  for (int c = S->prev[card]; IS_CARD(c); c = S->prev[c]) n += S->host[c] < 0;
  return n;
}
typedef struct { int n, card; } Places;      /* the positions of a zone's cards, counted on the way; `card` was the last with one of its own */
static inline int next_position(State *S, Places *at, int card) {
  if (!ANY_HOSTS || S->host[card] < 0) { at->card = card; return ++at->n; }
  return S->host[card] == at->card ? at->n : position(S, card);
}
static int next_card(State *S, int card, int down) {
  if (S->host[card] >= 0 && !down) return S->host[card];
  int c = down ? S->next[card] : S->prev[card];
  while (IS_CARD(c) && S->host[c] >= 0) c = down ? S->next[c] : S->prev[c];
  return IS_CARD(c) ? c : NONE;
}
static inline int is_shown(State *S, int card, int seat) {
  for (int k = 0; k < S->shown_count[0]; k++) if (S->shown[2 * k] == card && S->shown[2 * k + 1] == seat) return 1;
  return 0;
}
static int can_see(State *S, int card, int seat) {
  int zone = S->place[card], sees = SEEN_BY[zone];
  if (sees == SEEN_BY_ALL) return 1;
  if (seat == NONE) {
    if (sees == SEEN_BY_FACE && S->face[card]) return 1;
    if (!S->shown_count[0]) return 0;
    for (int p = 0; p < PLAYERS; p++) if (!is_shown(S, card, p)) return 0;
    return 1;
  }
  if (is_shown(S, card, seat)) return 1;
  if (sees == SEEN_BY_OWNER) return ZONE_OWNER[zone] == seat;
  return sees == SEEN_BY_FACE && (S->face[card] || owner_of(S, card) == seat);
}
static L by_place(Run *R, State *S, L cards, int seat) {          /* cards that a seat cannot see behind the others, as they lie */
  int hidden = 0, n = 0;
  for (int k = 0; k < cards.n; k++) hidden += !can_see(S, (int)AT(cards.a[k], CARDS), seat);
  if (!hidden) return cards;
  int *rows = room_for(R, hidden * 3); L l = {0, R->top};
  for (int k = 0; k < cards.n; k++) {
    int c = cards.a[k], at = 0;
    if (can_see(S, c, seat)) { push(R, c); l.n++; continue; }
    for (int p = S->prev[c]; IS_CARD(p); p = S->prev[p]) at++;
    rows[3 * n] = S->place[c]; rows[3 * n + 1] = at; rows[3 * n++ + 2] = c;
  }
  in_order(R, rows, n, 2);
  for (int k = 0; k < n; k++) { push(R, rows[3 * k + 2]); l.n++; }
  return l;
}
static void hide(State *S, int card) {
  int n = 0;
  for (int k = 0; k < S->shown_count[0]; k++) if (S->shown[2 * k] != card) {
    S->shown[2 * n] = S->shown[2 * k]; S->shown[2 * n + 1] = S->shown[2 * k + 1]; n++;
  }
  S->shown_count[0] = n;
}
#if KEEPS_FILLED                               /* which zones hold a card, as bits; of those with room for more than one nobody asks */
static inline void note_filled(State *S, int zone) { S->filled[0] |= 1ull << zone; }
static inline void note_empty(State *S, int zone) { S->filled[0] &= ~(1ull << zone); }
static inline uint64_t filled(const State *S, int from, uint64_t among) { return S->filled[0] >> from & among; }
#else
static inline void note_filled(State *S, int zone) {}
static inline void note_empty(State *S, int zone) {}
#endif
static inline void unlink_card(State *S, int card) {
  int p = S->prev[card], n = S->next[card], zone = S->place[card];
  S->next[p] = (int16_t)n; S->prev[n] = (int16_t)p; S->len[zone]--; note_empty(S, zone);
}
static inline void touch(Run *R, int zone) { if (R->touched) R->touched[zone] = 1; }
static __attribute__((noinline)) void noted(Run *R, int card, int zone) {
  if (R->touched) R->touched[zone] = R->touched[ZONES + card] = 1;
  if (R->notes) R->moved[(unsigned)R->moves++ % MOST_MOVED] = (int16_t)card;
}
static inline void note_move(Run *R, int card, int zone) {
  if (__builtin_expect(((uintptr_t)R->touched | (uintptr_t)R->notes) != 0, 0)) noted(R, card, zone);
}
static inline void link_after(Run *R, State *S, int card, int zone, int p) {     /* behind a card, or behind the zone itself for the first place */
  int n = S->next[p];
  S->prev[card] = (int16_t)p; S->next[card] = (int16_t)n; S->next[p] = (int16_t)card; S->prev[n] = (int16_t)card;
  S->place[card] = (int16_t)zone; S->len[zone]++; note_filled(S, zone); note_move(R, card, zone);
}
static __attribute__((noinline)) void come_loose(State *S, int card) {
  if (S->host[card] >= 0) { S->guests[S->host[card]]--; S->host[card] = -1; S->hosted[0]--; }
  for (int c = S->next[card]; S->guests[card] && IS_CARD(c) && S->host[c] == card; c = S->next[c]) { S->host[c] = -1; S->hosted[0]--; S->guests[card]--; }
  for (int c = 0; c < CARDS && S->guests[card]; c++) if (S->host[c] == card) { S->host[c] = -1; S->hosted[0]--; S->guests[card]--; }
  if (S->shown_count[0]) hide(S, card);
}
static inline void lift(Run *R, State *S, int card) {
  if (__builtin_expect(S->place[card] < 0, 0)) fail(R, WRONG);
  unlink_card(S, card);
  if ((MOST_SHOWN && S->shown_count[0]) || (ANY_HOSTS && ((S->host[card] >= 0) | (S->guests[card] != 0)))) come_loose(S, card);
}
static inline void check_room(Run *R, State *S, int more, int zone) { if (ANY_ROOM && ROOM[zone] >= 0 && S->len[zone] + more > ROOM[zone]) fail(R, WRONG); }
static inline void check_kind(Run *R, int card, int zone) { if (ANY_STRANGERS && !HOLDS[FAMILY[zone]][KIND[card]]) fail(R, WRONG); }
enum { TOP, BOTTOM, UNDER };
enum { NO_LIMIT, LIMITED, HOLDS_ONE };
static inline void link_alone(Run *R, State *S, int card, int zone) {            /* into a zone that is empty */
  S->prev[card] = S->next[card] = (int16_t)RING(zone); S->prev[RING(zone)] = S->next[RING(zone)] = (int16_t)card;
  S->place[card] = (int16_t)zone; S->len[zone] = 1; note_filled(S, zone); note_move(R, card, zone);
}
static inline __attribute__((always_inline)) void move_one(Run *R, State *S, int card, int zone, int where, int face, int room) {
  if (room == HOLDS_ONE) { if (S->len[zone] > (S->place[card] == zone)) fail(R, WRONG); }
  else if (room && S->place[card] != zone) check_room(R, S, 1, zone);
  check_kind(R, card, zone);
  lift(R, S, card);
  if (face >= 0) S->face[card] = (int8_t)face;
  if (room == HOLDS_ONE) link_alone(R, S, card, zone);
  else link_after(R, S, card, zone, where == TOP ? RING(zone) : S->prev[RING(zone)]);
}
static void move_cards(Run *R, State *S, L cards, int target, int where, int face) {
  if (target == NONE || cards.n <= 0) return;
  int host = -1, zone = target, more = 0, n = 0;
  if (where == UNDER) { host = (int)AT(target, CARDS); zone = S->place[host]; }
  zone = (int)AT(zone, ZONES);
  int *mark = R->top, *a = room_for(R, cards.n);
  for (int k = 0; k < cards.n; k++) if (cards.a[k] != host) a[n++] = (int)AT(cards.a[k], CARDS);
  if (ROOM[zone] >= 0) { for (int k = 0; k < n; k++) more += S->place[a[k]] != zone; check_room(R, S, more, zone); }
  for (int k = 0; ANY_STRANGERS && k < n; k++) check_kind(R, a[k], zone);
  for (int k = 0; k < n; k++) { lift(R, S, a[k]); S->place[a[k]] = -1; if (face >= 0) S->face[a[k]] = (int8_t)face; }
  int p = where == TOP ? RING(zone) : S->prev[RING(zone)];
  if (where == UNDER) {
    p = host;
    while (IS_CARD(S->next[p]) && S->host[S->next[p]] == host) p = S->next[p];
  }
  for (int k = 0; k < n; k++) { link_after(R, S, a[k], zone, p); p = a[k]; }
  if (where == UNDER) for (int k = 0; k < n; k++) { S->host[a[k]] = (int16_t)host; S->guests[host]++; S->hosted[0]++; }
  R->top = mark;
}
/* All cards of a zone as they lie: the whole ring is put into the other. */
static void move_all(Run *R, State *S, int from, int zone, int where, int face) {
  if (from == NONE || zone == NONE) return;
  from = (int)AT(from, ZONES); zone = (int)AT(zone, ZONES);
  int n = S->len[from], first = S->next[RING(from)], last = S->prev[RING(from)], *mark = R->top;
  if (!n) return;
  if (from == zone || (MOST_SHOWN && S->shown_count[0]) || (ANY_HOSTS && S->hosted[0])) {
    L l = {0, room_for(R, CARDS)};
    EACH_CARD(c, from) { if (l.n >= CARDS) wrong(R); l.a[l.n++] = c; }
    move_cards(R, S, l, zone, where, face); R->top = mark;
    return;
  }
  check_room(R, S, n, zone);
  if (ANY_STRANGERS) EACH_CARD(c, from) check_kind(R, c, zone);
  EACH_CARD(c, from) { S->place[c] = (int16_t)zone; if (face >= 0) S->face[c] = (int8_t)face; note_move(R, c, zone); }
  int p = where == TOP ? RING(zone) : S->prev[RING(zone)], next = S->next[p];
  S->next[p] = (int16_t)first; S->prev[first] = (int16_t)p; S->next[last] = (int16_t)next; S->prev[next] = (int16_t)last;
  S->next[RING(from)] = S->prev[RING(from)] = (int16_t)RING(from); S->len[from] = 0; S->len[zone] = (int16_t)(S->len[zone] + n); note_empty(S, from); note_filled(S, zone);
}
/* Every card to a zone of its own, all at once; where there is none it stays. */
static void deal_cards(Run *R, State *S, L cards, const int *goal, int where, int face) {
  for (int k = 0; ANY_ROOM && k < cards.n; k++) if (goal[k] != NONE && ROOM[AT(goal[k], ZONES)] >= 0) {
    int more = 0;
    for (int j = 0; j < cards.n; j++) if (goal[j] != NONE) more += (goal[j] == goal[k]) - (S->place[AT(cards.a[j], CARDS)] == goal[k]);
    check_room(R, S, more, goal[k]);
  }
  for (int k = 0; ANY_STRANGERS && k < cards.n; k++) if (goal[k] != NONE) check_kind(R, (int)AT(cards.a[k], CARDS), (int)AT(goal[k], ZONES));
  for (int k = 0; k < cards.n; k++) if (goal[k] != NONE) {
    int c = (int)AT(cards.a[k], CARDS);
    lift(R, S, c); S->place[c] = -1;
    if (face >= 0) S->face[c] = (int8_t)face;
  }
  for (int k = 0; k < cards.n; k++) {
    int j = where == TOP ? cards.n - 1 - k : k;                        /* those for the top from the last to the first */
    if (goal[j] == NONE) continue;
    int zone = (int)AT(goal[j], ZONES);
    link_after(R, S, cards.a[j], zone, where == TOP ? RING(zone) : S->prev[RING(zone)]);
  }
}
static void discard(Run *R, State *S, L cards) {
  if (cards.n <= 0) return;
  int *mark = R->top, *goal = room_for(R, cards.n), *own = room_for(R, cards.n);
  for (int k = 0; k < cards.n; k++) {
    int c = (int)AT(cards.a[k], CARDS);
    if (__builtin_expect(S->place[c] < 0, 0)) fail(R, WRONG);
    int o = owner_of(S, c);
    goal[k] = DISCARD[c][o == NONE ? 0 : o + 1];
    if (__builtin_expect(goal[k] < 0, 0)) fail(R, WRONG);
    if (!DISCARD_ROOM) { lift(R, S, c); S->place[c] = -1; }
  }
  if (!DISCARD_ROOM) {                          /* nothing can be too full: all at once, those for the top of piles from the last to the first */
    for (int k = cards.n - 1; k >= 0; k--) if (DISCARD_PILES || IS_PILE[goal[k]]) link_after(R, S, cards.a[k], goal[k], RING(goal[k]));
    if (!DISCARD_PILES) for (int k = 0; k < cards.n; k++) if (!IS_PILE[goal[k]]) link_after(R, S, cards.a[k], goal[k], S->prev[RING(goal[k])]);
    R->top = mark;
    return;
  }
  for (int k = 0; k < cards.n; k++) {
    if (goal[k] < 0) continue;
    int zone = goal[k]; L l = {0, own};
    for (int j = k; j < cards.n; j++) if (goal[j] == zone) { own[l.n++] = cards.a[j]; goal[j] = -1; }
    move_cards(R, S, l, zone, IS_PILE[zone] ? TOP : BOTTOM, -1);
  }
  R->top = mark;
}
/* Everything that lies in zones which follow one another, from the last to the first, to the top of piles that are none of them. */
static void discard_all(Run *R, State *S, int first, int zones) {
  AT(first, ZONES + 1 - zones);
  if ((MOST_SHOWN && S->shown_count[0]) || (ANY_HOSTS && S->hosted[0])) {
    int *mark = R->top; L l = {0, room_for(R, CARDS)};
    for (int z = first; z < first + zones; z++) EACH_CARD(c, z) { if (l.n >= CARDS) wrong(R); l.a[l.n++] = c; }
    discard(R, S, l); R->top = mark;
    return;
  }
  for (int z = first + zones - 1; z >= first; z--) {
    for (int c = S->prev[RING(z)], before; IS_CARD(c); c = before) {
      int o = owner_of(S, c), goal = DISCARD[c][o == NONE ? 0 : o + 1];
      if (__builtin_expect(goal < 0, 0)) fail(R, WRONG);
      before = S->prev[c];
      link_after(R, S, c, goal, RING(goal));
    }
    S->next[RING(z)] = S->prev[RING(z)] = (int16_t)RING(z); S->len[z] = 0; note_empty(S, z);
  }
}
static inline void turn_one(Run *R, State *S, int card, int up) { if (card != NONE) S->face[AT(card, CARDS)] = (int8_t)up; }
static void turn(Run *R, State *S, L cards, int up) { for (int k = 0; k < cards.n; k++) S->face[AT(cards.a[k], CARDS)] = (int8_t)up; }
static void check_swapped(Run *R, int card, int zone) { if (!HOLDS[FAMILY[zone]][KIND[card]]) fail(R, WRONG); }
static void swap_cards(Run *R, State *S, int left, int right) {
  if (left == NONE || right == NONE || left == right) return;
  left = (int)AT(left, CARDS); right = (int)AT(right, CARDS);
  int here = S->place[left], there = S->place[right];
  check_swapped(R, left, there); check_swapped(R, right, here);
  hide(S, left); hide(S, right);
  int pl = S->prev[left], pr = S->prev[right];
  if (pl == right) { int t = left; left = right; right = t; t = here; here = there; there = t; pl = S->prev[left]; pr = S->prev[right]; }
  unlink_card(S, left); unlink_card(S, right);
  if (pr == left) { link_after(R, S, right, here, pl); link_after(R, S, left, there, right); }
  else { link_after(R, S, right, here, pl); link_after(R, S, left, there, pr); }
  if (S->hosted[0]) {
    int hl = S->host[left], hr = S->host[right], gl = S->guests[left];
    S->host[left] = (int16_t)hr; S->host[right] = (int16_t)hl;
    for (int c = 0; c < CARDS; c++) S->host[c] = (int16_t)(S->host[c] == left ? right : S->host[c] == right ? left : S->host[c]);
    S->guests[left] = S->guests[right]; S->guests[right] = (int16_t)gl;
  }
}
static void swap_zones(Run *R, State *S, int left, int right) {
  if (left == NONE || right == NONE || left == right) return;
  left = (int)AT(left, ZONES); right = (int)AT(right, ZONES);
  for (int side = 0; side < 2; side++) {
    int from = side ? right : left, to = side ? left : right;
    if (ROOM[to] >= 0 && S->len[from] > ROOM[to]) fail(R, WRONG);
    EACH_CARD(c, from) check_swapped(R, c, to);
  }
  int ends[2][3];
  for (int side = 0; side < 2; side++) { int from = side ? right : left; ends[side][0] = S->next[RING(from)]; ends[side][1] = S->prev[RING(from)]; ends[side][2] = S->len[from]; }
  for (int side = 0; side < 2; side++) {
    int to = side ? left : right, is_empty = !IS_CARD(ends[side][0]);
    int first = is_empty ? RING(to) : ends[side][0], last = is_empty ? RING(to) : ends[side][1];
    S->next[RING(to)] = (int16_t)first; S->prev[RING(to)] = (int16_t)last; S->len[to] = (int16_t)ends[side][2]; if (is_empty) note_empty(S, to); else note_filled(S, to);
    S->prev[first] = (int16_t)RING(to); S->next[last] = (int16_t)RING(to);
    EACH_CARD(c, to) { S->place[c] = (int16_t)to; hide(S, c); note_move(R, c, to); }
  }
}
static void show(Run *R, State *S, L cards, L seats) {
  for (int k = 0; k < cards.n; k++) for (int j = 0; j < seats.n; j++) {
    int card = (int)AT(cards.a[k], CARDS), seat = (int)AT(seats.a[j], PLAYERS), n = S->shown_count[0];
    if (is_shown(S, card, seat)) continue;
    if (n >= MOST_SHOWN) fail(R, NO_ROOM);
    S->shown[2 * n] = (int16_t)card; S->shown[2 * n + 1] = (int16_t)seat; S->shown_count[0] = n + 1;
  }
}

/* ---- chance */

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

/* ---- flags that end */

static void mark_flag(Run *R, State *S, int variable, int thing, int moment, int player, int running) {
  if (thing == NONE) return;
  int n = 0;
  for (int k = 0; k < S->marked[0]; k++) {
    int32_t *m = S->marks + 5 * k;
    if (m[0] == variable && m[1] == thing) continue;
    if (n != k) memmove(S->marks + 5 * n, m, 5 * sizeof(int32_t));
    n++;
  }
  if (moment >= 0) {
    if (n >= MOST_MARKS) fail(R, NO_ROOM);
    int32_t *m = S->marks + 5 * n++;
    m[0] = variable; m[1] = thing; m[2] = moment; m[3] = player; m[4] = moment == 0 && player != NONE && running == player;
  }
  S->marked[0] = n;
}
static void end_flag(Run *R, State *S, int variable, int thing);
static void end_marks(Run *R, State *S, int now, int active) {
  int n = 0;
  for (int k = 0; k < S->marked[0]; k++) {
    int32_t *m = S->marks + 5 * k;
    if (m[2] == now && (m[3] == NONE || m[3] == active)) {
      if (!m[4]) { end_flag(R, S, m[0], m[1]); continue; }
      m[4]--;
    }
    if (n != k) memcpy(S->marks + 5 * n, m, 5 * sizeof(int32_t));
    n++;
  }
  S->marked[0] = n;
}

/* ---- frames */

static inline int *push_frame(Run *R, State *S, int procedure, int words) {
  int at = S->top[0];
  if (at + words > STACK_WORDS) fail(R, NO_ROOM);
  int *F = S->stack + at;
  F[0] = procedure; F[1] = 0; F[2] = S->last[0];
  S->last[0] = at; S->top[0] = at + words;
  return F;
}
static inline int pop_frame(State *S, int *F, int result) { S->top[0] = (int)(F - S->stack); S->last[0] = F[2]; return result; }

/* ---- options that are alike */

static int zone_alike(State *S, int card, int seat) { return IS_HAND[S->place[card]] && (seat == NONE || can_see(S, card, seat)); }
static int same_notes(State *S, int one, int other);
static int may_read_notes(State *S, int card, int seat);
static int are_alike(State *S, int one, int other, int seat) {
  if (one == other) return 1;
  if (ROW[one] != ROW[other] || OWNER[one] != OWNER[other] || S->place[one] != S->place[other] || S->face[one] != S->face[other]) return 0;
  if (!zone_alike(S, one, seat) || !zone_alike(S, other, seat)) return 0;
  if (seat != NONE && (!may_read_notes(S, one, seat) || !may_read_notes(S, other, seat))) return 0;
  return same_notes(S, one, other);
}
static inline int *option(Run *R, int w) { if (R->end - R->top < w) fail(R, NO_ROOM); return R->end -= w; }
/* Entries of `w` words from `a` down, a branch and its picks; those alike in everything become one. `cards` says which picks are. */
static int joined(State *S, int *a, int n, int w, int own, const unsigned char *cards, int seat) {
  int kept = 0;
  for (int k = 0; k < n; k++) {
    int *e = a - k * w, j = 0;
    for (; j < kept; j++) {
      int *f = a - j * w, i = 1;
      for (; i < own; i++) if (cards[i] ? !are_alike(S, e[i], f[i], seat) : e[i] != f[i]) break;
      if (i == own) break;
    }
    if (j < kept) continue;
    if (kept != k) memmove(a - kept * w, e, (size_t)w * sizeof(int));
    kept++;
  }
  return kept;
}

/* ---- rows of picks */

enum { SUM, SAME, DIFFERENT };
typedef struct { int kind, reach; int64_t bound; int *item; int64_t *most, *least; } Lim;
typedef struct { int n, low, high, hopeless, limits, only_reach; int64_t tried; int *things; Lim limit[MOST_LIMITS]; } Picking;

static void begin_picking(Run *R, Picking *P, L things, int low, int high) {
  P->n = length(things); P->things = things.a;
  P->hopeless = P->n == 0 && low != NONE && low > 0;
  P->high = high == NONE ? P->n : larger(0, smaller(high, P->n));
  P->low = larger(0, smaller(low == NONE ? 0 : low, P->high));
  P->limits = 0; P->only_reach = 1; P->tried = 0;
}
static inline int64_t counts(const Lim *l, int k) { return l->item[k] == NONE ? 0 : l->item[k]; }
static void end_limits(Run *R, Picking *P) {
  for (int i = 0; i < P->limits; i++) {
    Lim *l = &P->limit[i];
    if (!(l->kind == SUM && l->reach)) P->only_reach = 0;
    int *words = room_for(R, 4 * (P->n + 1) + 1);
    l->most = (int64_t *)(((uintptr_t)words + 7) & ~(uintptr_t)7); l->least = l->most + P->n + 1;
    l->most[P->n] = l->least[P->n] = 0;
    for (int k = P->n - 1; k >= 0; k--) {
      int64_t v = l->kind == SUM ? counts(l, k) : 0;
      l->most[k] = l->most[k + 1] + (v > 0 ? v : 0); l->least[k] = l->least[k + 1] + (v < 0 ? v : 0);
    }
  }
}
static int64_t total_of(const Lim *l, const int *p, int n) { int64_t t = 0; for (int k = 0; k < n; k++) t += counts(l, p[k]); return t; }
static int is_met(const Lim *l, const int *p, int n) {
  if (l->kind == SUM) return l->reach ? total_of(l, p, n) >= l->bound : total_of(l, p, n) <= l->bound;
  for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) if ((l->item[p[i]] == l->item[p[j]]) != (l->kind == SAME)) return 0;
  return 1;
}
static int is_whole(const Picking *P, const int *p, int n) {
  if (n < P->low || n > P->high) return 0;
  for (int i = 0; i < P->limits; i++) if (!is_met(&P->limit[i], p, n)) return 0;
  return 1;
}
static int can_complete(Run *R, Picking *P, int *p, int n, int start) {
  P->tried += n;
  if (P->tried > MOST_TRIED) fail(R, TOO_MUCH);
  for (int i = 0; i < P->limits; i++) {
    Lim *l = &P->limit[i];
    if (l->kind != SUM ? !is_met(l, p, n) : l->reach ? total_of(l, p, n) + l->most[start] < l->bound : total_of(l, p, n) + l->least[start] > l->bound) return 0;
  }
  if (is_whole(P, p, n)) return 1;
  if (n >= P->high || n + P->n - start < P->low) return 0;
  for (int at = start; at < P->n; at++) { p[n] = at; if (can_complete(R, P, p, n + 1, at + 1)) return 1; }
  return 0;
}
static int64_t most_of(Run *R, const Lim *l, int from, int n, int room) {   /* the largest sum of at most so many that follow */
  int *mark = R->top, *rows = room_for(R, 2 * (n - from) + 2), k = 0; int64_t sum = 0;
  for (int j = from; j < n; j++) if (counts(l, j) > 0) { rows[2 * k] = -(int)counts(l, j); rows[2 * k + 1] = 0; k++; }
  if (k > room) in_order(R, rows, k, 1);
  for (int j = 0; j < k && j < room; j++) sum -= rows[2 * j];
  R->top = mark; return sum;
}
/* The places of those that may be picked next; `p` are the places of the picks so far. */
static int next_candidates(Run *R, Picking *P, int *p, int n, int *out) {
  int found = 0, rises = 1, start = n ? p[n - 1] + 1 : 0;
  P->tried = 0;
  if (n >= P->high) return 0;
  for (int i = 0; i < P->limits; i++) if (P->limit[i].least[0]) rises = 0;
  if (P->only_reach && rises && (P->limits < 2 || P->high - n >= P->n - start)) {
    int stop = P->n - larger(0, P->low - n - 1), room = P->high - n - 1, all = room >= P->n - start - 1;
    for (int at = start; at < stop; at++) {
      int fits = 1;
      for (int i = 0; i < P->limits && fits; i++) {
        Lim *l = &P->limit[i];
        int64_t more = all ? l->most[at + 1] : most_of(R, l, at + 1, P->n, room);
        fits = counts(l, at) + more >= l->bound - total_of(l, p, n);
      }
      if (fits) out[found++] = at;
    }
    return found;
  }
  for (int at = start; at < P->n; at++) { p[n] = at; if (can_complete(R, P, p, n + 1, at + 1)) out[found++] = at; }
  return found;
}
/* The places of picks among the things; `p` has room for all of them. */
static int places_of(Run *R, const Picking *P, L picked, int *p) {
  for (int k = 0; k < picked.n; k++) {
    int at = 0;
    while (at < P->n && P->things[at] != picked.a[k]) at++;
    if (at == P->n) fail(R, WRONG);
    p[k] = at;
  }
  return length(picked);
}
static int end_of_row(const Picking *P, const int *p, int n, int declines) { return is_whole(P, p, n) && !P->hopeless && (n || !declines); }

static int distinct(State *S, const Picking *P, int *out, int n, int seat) {
  int kept = 0;
  for (int k = 0; k < n; k++) {
    int j = 0;
    while (j < kept && !are_alike(S, P->things[out[k]], P->things[out[j]], seat)) j++;
    if (j == kept) out[kept++] = out[k];
  }
  return kept;
}

/* ---- questions to several: behind their count for each seat its number, whether it is open, its branch, and its picks */

static int *answer_of(Run *R, int *answers, int seat) {
  ALL(k, answers[0]) if (answers[1 + k * ANSWER_WORDS] == seat) return answers + 1 + k * ANSWER_WORDS;
  fail(R, WRONG);
}
static int any_open(int *answers) { ALL(k, answers[0]) if (answers[2 + k * ANSWER_WORDS]) return 1; return 0; }

/* ---- numbers of options */

static void hidden_one(State *S, int card, int seat, int16_t *hidden, int *next) {
  if (hidden[card] < 0 && !can_see(S, card, seat)) hidden[card] = (int16_t)(*next)++;
}
static void hidden_row(State *S, const int *cards, int n, int seat, int16_t *hidden) {
  int next = 0; memset(hidden, -1, CARDS * sizeof(int16_t));
  ALL(k, n) hidden_one(S, cards[k], seat, hidden, &next);
}
static int64_t card_number(State *S, int card, int seat, const int16_t *hidden, int faces) {
  if (hidden && hidden[card] >= 0) return faces + hidden[card];
  int o = owner_of(S, card);
  return (int64_t)ROW[card] * (MOST_PLAYERS + 1) + (o == NONE ? MOST_PLAYERS : (o - seat + PLAYERS) % PLAYERS);
}
static void told_apart(int64_t *numbers, int n) {                /* of options that share a number each gets the next */
  for (int k = n - 1; k > 0; k--) { int same = 0; for (int j = 0; j < k; j++) same += numbers[j] == numbers[k]; numbers[k] += same; }
}

/* ---- rows of effects, for debug builds */

static void row_word(Run *R, int64_t x) { if (!R->rows) return; if (R->row_count >= R->row_room) fail(R, NO_ROOM); R->rows[R->row_count++] = x; }
static void row_one(Run *R, int x) { row_word(R, 0); row_word(R, x); }
static void row_list(Run *R, L l) { row_word(R, 1); row_word(R, l.n); for (int k = 0; k < l.n; k++) row_word(R, l.a[k]); }

/* ---- chance decides */

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
