/* What can be answered: which options are alike, how rows of picks can be completed, and the number of every option. */

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

static inline int asked(Run *R, const int *answers) { if (answers[0] > PLAYERS) wrong(R); return answers[0]; }
static int *answer_of(Run *R, int *answers, int seat) {
  ALL(k, asked(R, answers)) if (answers[1 + k * ANSWER_WORDS] == seat) return answers + 1 + k * ANSWER_WORDS;
  fail(R, WRONG);
}
static int any_open(Run *R, const int *answers) { ALL(k, asked(R, answers)) if (answers[2 + k * ANSWER_WORDS]) return 1; return 0; }

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
