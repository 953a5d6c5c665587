/* What every written library begins with: the Run of a call, trouble, numbers, lists. Nothing here and in the headers behind it (`cards.h`,
   `chance.h`, `frames.h`, `options.h`, `by_chance.h`) knows a game; sizes and tables come from the text before it. A library has no memory
   of its own: all that changes lies in a State or in a Run of the caller. */

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
static inline L from_words(Run *R, int *w, int room) { if (__builtin_expect(w[0] > room, 0)) wrong(R); L l = {w[0], w + 1}; return l; }
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

/* ---- rows of effects, for debug builds */

static void row_word(Run *R, int64_t x) { if (!R->rows) return; if (R->row_count >= R->row_room) fail(R, NO_ROOM); R->rows[R->row_count++] = x; }
static void row_one(Run *R, int x) { row_word(R, 0); row_word(R, x); }
static void row_list(Run *R, L l) { row_word(R, 1); row_word(R, l.n); for (int k = 0; k < l.n; k++) row_word(R, l.a[k]); }
