/* The door of a library: every entry sets its own way out, so that trouble is a number and never the end of the process. */

static int enter(Run *R, State *S, int *F);
/* A frame that can be one: of a procedure that there is, above all those that lie below it. */
static int *frame_at(Run *R, State *S, int at) {
  int *F = S->stack + AT(at, STACK_WORDS - HEAD);
  if ((unsigned)F[0] >= PROCEDURES || F[2] >= at) wrong(R);
  return F;
}
static int depth_below(Run *R, State *S, int procedure, int from) {
  int n = DEEP[procedure];
  for (int at = from; at >= 0;) { int *F = frame_at(R, S, at); n += DEEP[F[0]] && F[1] > 0; at = F[2]; }
  return n;
}
static int run_above(Run *R, State *S, int *F) {                 /* abilities that lie above a frame, until all have had their turn */
  int floor = (int)(F - S->stack), top = -1;
  while (S->last[0] != floor) {
    int at = S->last[0], *G = S->stack + at, deep = DEEP[G[0]];
    if (top < 0 || G[2] == floor) top = at;
    if (deep) { if (S->depth[0] >= MOST_DEPTH) fail(R, TOO_DEEP); S->depth[0]++; }
    int r = enter(R, S, G);
    if (deep) S->depth[0]--;
    if (r == WAIT) return WAIT;
    if (r) { int below = S->last[0]; while (below != floor) { S->top[0] = below; below = S->stack[below + 2]; } S->last[0] = floor; return r; }
  }
  return 0;
}
static void leave(Run *R, State *S, int label, int above) {      /* ends the innermost running stretch of a name */
  while (S->last[0] >= 0) {
    int *F = frame_at(R, S, S->last[0]), best = -1, at = F[1] - !INSERTED[above];
    ALL(k, BLOCKS) {
      const int *b = BLOCK[k];
      if (b[0] == F[0] && b[1] == label && b[2] <= at && at < b[3] && (best < 0 || b[3] < best)) best = b[3];
    }
    if (best >= 0) { F[1] = best; return; }
    above = F[0];
    S->top[0] = S->last[0]; S->last[0] = F[2];
  }
  if (label != LEAVES_GAME) fail(R, WRONG);
}
static int go_on(Run *R, State *S) {
  while (S->last[0] >= 0) {
    int *F = frame_at(R, S, S->last[0]), procedure = F[0];
    S->depth[0] = depth_below(R, S, procedure, F[2]);
    int r = enter(R, S, F);
    if (r == WAIT) return WAIT;
    if (r) leave(R, S, r, procedure);
  }
  return 0;
}
#ifdef WHOLE
static int enter_whole(Run *R, State *S, int *F);
#endif
/* To the end of a game in which chance decides everything: in one piece what has not begun, and what waits from where it waits. */
static int play_whole(Run *R, State *S) {
#ifdef WHOLE
  while (S->last[0] >= 0 && !frame_at(R, S, S->last[0])[1]) {
    int *F = frame_at(R, S, S->last[0]), procedure = F[0];
    S->top[0] = S->last[0]; S->last[0] = F[2];
    S->depth[0] = depth_below(R, S, procedure, F[2]);
    int r = enter_whole(R, S, F);
    if (r) leave(R, S, r, procedure);
  }
#endif
  return go_on(R, S);
}
static void begin_anew(State *S) { S->budget[0] = MOST_STEPS; S->needed[0] = 0; }
static int site_at(int procedure, int point);
static int ask_items(int site);
static int ask_answers(int site);
static int seat_at(Run *R, State *S, int *F, int site);
static int count_at(Run *R, State *S, int *F, int site, int seat);
static int take_at(Run *R, State *S, int *F, int site, int seat, int k);
static int numbers_at(Run *R, State *S, int *F, int site, int seat, int64_t *out, int room);

#define WITH_FREE_ROOM changed(R); R->top = R->arena; R->end = R->arena + ARENA_WORDS;
#define ENTRY(result) WITH_FREE_ROOM R->bottom = (char *)__builtin_frame_address(0) - STACK_ROOM; \
  if (NOTE_WAY_OUT(R->out)) return result;
#define TROUBLE -R->why

int64_t rw_size(void) { return (int64_t)sizeof(State); }
int64_t rw_run_size(void) { return (int64_t)sizeof(Run); }
void rw_run_begin(Run *R, Group group) { memset(R, 0, offsetof(Run, arena)); R->group = group; R->most = R->unnoticed = INT64_MAX; }
void rw_rows(Run *R, int64_t *rows, int64_t room) { R->rows = rows; R->row_room = room; R->row_count = 0; }
int64_t rw_row_count(Run *R) { return R->row_count; }
void rw_fired(Run *R, int64_t *fired) { R->fired = fired; }
void rw_copy(State *to, const State *from) { memcpy(to, from, offsetof(State, stack) + (size_t)from->top[0] * sizeof(int32_t)); }

/* A frame that waits; the end of a game has none. */
static inline __attribute__((always_inline)) int *waiting(Run *R, State *S, int *site) {
  if (S->last[0] < 0) return 0;
  int *F = frame_at(R, S, S->last[0]);
  *site = site_at(F[0], F[1]);
  if (*site < 0) wrong(R);
  return F;
}
static int decide(Run *R, State *S, int *out) {                  /* who decides now: site, then seat and count of each */
  int site, *F = waiting(R, S, &site), n = 1;
  if (!F) return 0;
  out[0] = site;
  int items = ask_items(site);
  if (items < 0) { int seat = seat_at(R, S, F, site); out[n++] = seat; out[n++] = count_at(R, S, F, site, seat); return 1; }
  int *a = F + ask_answers(site), kept = F[items], found = 0;
  ALL(k, asked(R, a)) if (a[2 + k * ANSWER_WORDS]) {
    int seat = F[items] = a[1 + k * ANSWER_WORDS];
    out[n++] = seat; out[n++] = count_at(R, S, F, site, seat); found++;
  }
  F[items] = kept;
  return found;
}
int rw_decide(Run *R, State *S, int *out) { ENTRY(TROUBLE) begin_anew(S); return decide(R, S, out); }
int rw_numbers(Run *R, State *S, int seat, int64_t *out, int room) {
  ENTRY(TROUBLE) begin_anew(S);
  int site, *F = waiting(R, S, &site);
  if (!F || seat < 0 || seat >= PLAYERS) wrong(R);
  int items = ask_items(site), kept = items < 0 ? 0 : F[items];
  if (items >= 0) F[items] = seat;
  int n = numbers_at(R, S, F, site, seat, out, room);
  if (items >= 0) F[items] = kept;
  return n;
}
int rw_run(Run *R, State *S) { ENTRY(TROUBLE) begin_anew(S); R->playing = 0; return go_on(R, S); }
/* Options are looked at again to take one of them, which is no part of the budget of what comes of it. */
static inline int taken(Run *R, State *S, int *F, int site, int seat, int k) { int over = take_at(R, S, F, site, seat, k); begin_anew(S); return over; }
static int answer(Run *R, State *S, int seat, int k) {
  int site, *F = waiting(R, S, &site);
  if (!F || seat < 0 || seat >= PLAYERS) wrong(R);
  int items = ask_items(site), kept = items < 0 ? 0 : F[items];
  if (items >= 0) F[items] = seat;
  else if (seat != seat_at(R, S, F, site)) wrong(R);
  int over = taken(R, S, F, site, seat, k);
  if (items >= 0) F[items] = kept;
  F[1] += over;
  if (items >= 0 && !over) return WAIT;
  return go_on(R, S);
}
int rw_answer(Run *R, State *S, int seat, int k) { ENTRY(TROUBLE) begin_anew(S); R->playing = 0; return answer(R, S, seat, k); }
/* The answer of whoever decides, and the next question in one call: how many options there are, 0 at the end. `out` is the seat. */
int rw_step(Run *R, State *S, int k, int *out) {
  ENTRY(TROUBLE) begin_anew(S); R->playing = 0;
  if (k >= 0) {
    int site, *F = waiting(R, S, &site);
    if (!F) wrong(R);
    int items = ask_items(site);
    if (items < 0) { int seat = seat_at(R, S, F, site); F[1] += taken(R, S, F, site, seat, k); R->count = -1; if (!go_on(R, S)) return 0; }
    else {
      int found[1 + 2 * PLAYERS]; decide(R, S, found); R->count = -1;
      if (!answer(R, S, found[1], k)) return 0;
    }
  } else { R->count = -1; if (!go_on(R, S)) return 0; }
  if (R->count < 0) { int found[1 + 2 * PLAYERS]; decide(R, S, found); R->seat = found[1]; R->count = found[2]; }
  *out = R->seat;
  return R->count;
}
/* The same, with the position before it kept for whoever must go on from there; what every call is given lies in one place. */
typedef struct { Run *run; State *state, *before; int *seat; } Driven;
int rw_drive(const Driven *D, int k) { rw_copy(D->before, D->state); return rw_step(D->run, D->state, k, D->seat); }
/* To the end of the game, with every option as likely as every other: each seat has a chance of its own. */
static int play_by_chance(Run *R, State *S, uint64_t *rngs) {
  begin_anew(S);
  R->playing = 1; R->rngs = rngs;
  int r = play_whole(R, S);
  R->playing = 0; R->rngs = 0;
  return r;
}
int rw_play(Run *R, State *S, uint64_t *rngs) { ENTRY((R->playing = 0, R->rngs = 0, TROUBLE)) return play_by_chance(R, S, rngs); }
/* The same from decision to decision, so that every answer is an entry of its own. */
int rw_walk(Run *R, State *S, uint64_t *rngs) {
  int seat = 0, k = -1;
  while ((k = rw_step(R, S, k, &seat)) > 0) k = below(&rngs[seat], k);
  return k;
}
static int scores(Run *R, State *S, int *out);
static int measures(Run *R, State *S, int *out);
static int winners(Run *R, State *S);
static int hints(Run *R, State *S, int *out);
static int round_of(State *S);
int rw_scores(Run *R, State *S, int *out) { ENTRY(TROUBLE) begin_anew(S); return scores(R, S, out); }
int rw_winners(Run *R, State *S) { ENTRY(TROUBLE) begin_anew(S); return winners(R, S); }
int rw_hints(Run *R, State *S, int *out) { ENTRY(TROUBLE) begin_anew(S); return hints(R, S, out); }

/* The chance of a seed of any size. */
static uint64_t seeded(uint64_t low, const uint64_t *words, int n) {
  uint64_t state = mixed(low + STEP_OF_CHANCE);
  ALL(k, n) state = mixed(state + words[k] + STEP_OF_CHANCE);
  return state;
}
