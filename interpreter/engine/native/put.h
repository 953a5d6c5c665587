/* A position as one row of words, laid out in memory, or only what of it has changed: what `rows` writes. A row that makes no sense is
   refused, and one that has no room; what was there before is lost then. */

enum { BUDGET, NEEDED, DEPTH, ZONES_GIVEN, FACES_GIVEN, VARIABLES_GIVEN, HOSTS_GIVEN, SHOWN_GIVEN, MARKS_GIVEN, FRAMES_LEFT, FRAMES_GIVEN, HEAD_OF_ROW };
/* Nothing lies anywhere: every card must be given a place. */
static void lay_nothing(State *S) {
  ALL(c, CARDS) S->place[c] = -1;
  ALL(z, ZONES) { link_before(S, RING(z), RING(z)); S->len[z] = 0; note_empty(S, z); }
  S->last[0] = -1; S->top[0] = 0;
}
/* Zones, each with its cards as they lie; what lay in these before lies in them again, and nothing else. Returns what comes behind them. */
static const int32_t *put_zones(State *S, int given, int lifted, const int32_t *w, const int32_t *end) {
  const int32_t *first = w;
  ALL(k, given) {
    if (end - w < 2 || (unsigned)w[0] >= ZONES_THERE || w[1] < 0 || w[1] > end - w - 2 || (ROOM[w[0]] >= 0 && w[1] > ROOM[w[0]])) return 0;
    if (S->len[w[0]] < 0) return 0;                                   /* twice */
    EACH_CARD(c, w[0]) { S->place[c] = -1; lifted++; }
    S->len[w[0]] = -1;
    w += 2 + w[1];
  }
  w = first;
  ALL(k, given) {
    int z = *w++, n = *w++, last = RING(z);
    for (const int32_t *behind = w + n; w < behind; w++, lifted--) {
      if ((unsigned)*w >= CARDS_THERE || S->place[*w] != -1) return 0;
      S->place[*w] = (int16_t)z; link_before(S, last, *w); last = *w;
    }
    link_before(S, last, RING(z));
    S->len[z] = (int16_t)n;
    if (n) note_filled(S, z); else note_empty(S, z);
  }
  return lifted ? 0 : w;
}
static const int32_t *put_faces(State *S, int given, const int32_t *w) {
  for (; given; given--, w += 2) {
    if ((unsigned)w[0] >= CARDS_THERE || w[1] != (int8_t)w[1]) return 0;
    S->face[w[0]] = (int8_t)w[1];
  }
  return w;
}
static const int32_t *put_hosts(State *S, int hosts, const int32_t *w) {
  memset(S->host, -1, sizeof S->host); memset(S->guests, 0, sizeof S->guests);
  S->hosted[0] = hosts;
  ALL(k, hosts) {
    int card = *w++, host = *w++;
    if ((unsigned)card >= CARDS_THERE || (unsigned)host >= CARDS_THERE) return 0;
    S->host[card] = (int16_t)host; S->guests[host]++;
  }
  return w;
}
static const int32_t *put_shown(State *S, int shown, const int32_t *w) {
  S->shown_count[0] = shown;
  ALL(k, 2 * shown) { if ((unsigned)*w >= (k & 1 ? PLAYERS : CARDS)) return 0; S->shown[k] = (int16_t)*w++; }
  return w;
}
static int put_number(char *at, int width, int x) {
  if (width == 4) { int32_t own = x; memcpy(at, &own, sizeof own); return 1; }
  if (width == 2) { int16_t own = (int16_t)x; memcpy(at, &own, sizeof own); return own == x; }
  *(int8_t *)at = (int8_t)x;
  return (int8_t)x == x;
}
static const int32_t *put_variables(State *S, int given, const int32_t *w, const int32_t *end) {
  ALL(g, given) {
    if (w >= end || (unsigned)*w >= ALL_LAID) return 0;
    int v = *w++, width = LAID[v].width, words = LAID[v].words; char *at = (char *)S + LAID[v].at;
    ALL(k, LAID[v].things) {
      if (w >= end) return 0;
      if (!words) { if (!put_number(at + k * width, width, *w++)) return 0; continue; }
      int n = larger(0, *w);
      if (n >= words || n >= end - w) return 0;
      memcpy(at + k * words * (int)sizeof *w, w, (size_t)(n + 1) * sizeof *w);
      w += n + 1;
    }
  }
  return w;
}
/* A place of a frame: a number, or one of several behind how many they are, which a list keeps as well; answers stand as they are. */
static const int32_t *put_place(int *at, int kind, int room, const int32_t *w, const int32_t *end) {
  if (w >= end) return 0;
  int n = *w++;
  if (kind == PLACE_OF_ONE) { *at = n; return w; }
  if (n == NONE) { *at = -1; return w; }
  if (kind == PLACE_OF_LIST) { *at++ = n; room--; }
  if (n < 0 || n > room || n > end - w) return 0;
  memcpy(at, w, (size_t)n * sizeof *w);
  return w + n;
}
static const int32_t *put_frame(State *S, int at, const int32_t *w, const int32_t *end) {
  if (end - w < 3 || (unsigned)w[0] >= PROCEDURES) return 0;
  int procedure = w[0], *F = S->stack + at, given = w[2], first = FIRST_PLACE[procedure], words = FRAME_WORDS[procedure];
  if (words > STACK_WORDS - at || given < 0 || given > FIRST_PLACE[procedure + 1] - first) return 0;
  F[0] = procedure; F[1] = w[1]; F[2] = S->last[0];
  for (int k = HEAD; k < words; k++) F[k] = ABSENT;
  w += 3;
  for (int k = first; k < first + given; k++) if (!(w = put_place(F + PLACE[k].at, PLACE[k].kind, PLACE[k].words, w, end))) return 0;
  S->last[0] = at; S->top[0] = at + words;
  return w;
}
static int put_changes(State *S, uint64_t rng, int lifted, const int32_t *w, int64_t words) {
  const int32_t *head = w, *end = w + words;
  if (words < HEAD_OF_ROW) return -WRONG;
  int faces = head[FACES_GIVEN], hosts = head[HOSTS_GIVEN], shown = head[SHOWN_GIVEN], marks = head[MARKS_GIVEN];
  S->rng[0] = rng; S->budget[0] = head[BUDGET]; S->needed[0] = head[NEEDED]; S->depth[0] = head[DEPTH];
  if (!(w = put_zones(S, head[ZONES_GIVEN], lifted, w + HEAD_OF_ROW, end))) return -NO_ROOM;
  if (hosts < 0 || hosts > (ANY_HOSTS ? CARDS : 0) || shown < 0 || shown > MOST_SHOWN || marks < 0 || marks > MOST_MARKS) return -NO_ROOM;
  if (faces < 0 || faces > CARDS || 2 * faces + 2 * hosts + 2 * shown + 5 * marks > end - w) return -WRONG;
  if (!(w = put_faces(S, faces, w)) || !(w = put_hosts(S, hosts, w)) || !(w = put_shown(S, shown, w))) return -WRONG;
  S->marked[0] = marks; memcpy(S->marks, w, (size_t)(5 * marks) * sizeof *w);
  if (!(w = put_variables(S, head[VARIABLES_GIVEN], w + 5 * marks, end))) return -NO_ROOM;
  ALL(k, head[FRAMES_LEFT]) { if (S->last[0] < 0) return -WRONG; S->top[0] = S->last[0]; S->last[0] = S->stack[S->last[0] + 2]; }
  ALL(k, head[FRAMES_GIVEN]) if (!(w = put_frame(S, S->top[0], w, end))) return -NO_ROOM;
  return w == end ? 0 : -WRONG;
}
int rw_put(State *S, uint64_t rng, const int32_t *row, int64_t words) {
  lay_nothing(S);
  return put_changes(S, rng, CARDS_THERE, row, words);
}
