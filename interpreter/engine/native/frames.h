/* The stack of running rules, and flags that end at a moment. */

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
