/* A position as one row of words, laid out in memory: what `rows` writes. A row that makes no sense is refused, and one that has no
   room; what was there before is lost then. */

enum { HEAD_OF_ROW = 7 };
static int put_cards(State *S, const int32_t *faces, const int32_t *places) {
  ALL(c, CARDS_THERE) {
    if (faces[c] != (int8_t)faces[c] || places[c] < -1 || places[c] >= ZONES) return -NO_ROOM;
    S->face[c] = (int8_t)faces[c]; S->place[c] = (int16_t)places[c];
    link_before(S, c, c);
  }
  return 0;
}
/* Cards one after the other, zone by zone; returns what comes behind them. */
static const int32_t *put_zones(State *S, const int32_t *lengths, const int32_t *w, const int32_t *end) {
  unsigned char is_there[CARDS]; memset(is_there, 0, sizeof is_there);
  ALL(z, ZONES_THERE) {
    int n = lengths[z], last = RING(z);
    if (n < 0 || n > end - w || (ROOM[z] >= 0 && n > ROOM[z])) return 0;
    for (const int32_t *behind = w + n; w < behind; w++) {
      if ((unsigned)*w >= CARDS_THERE || is_there[*w] || S->place[*w] != z) return 0;
      is_there[*w] = 1; link_before(S, last, *w); last = *w;
    }
    link_before(S, last, RING(z));
    S->len[z] = (int16_t)n;
    if (n) note_filled(S, z); else note_empty(S, z);
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
static const int32_t *put_variables(State *S, const int32_t *w, const int32_t *end) {
  ALL(v, ALL_LAID) {
    char *at = (char *)S + LAID[v].at; int width = LAID[v].width, words = LAID[v].words;
    ALL(k, LAID[v].things) {
      if (w >= end) return 0;
      if (!words) { if (!put_number(at + k * width, width, *w++)) return 0; continue; }
      int n = 1 + larger(0, *w);
      if (n > words || n > end - w) return 0;
      memcpy(at + k * words * (int)sizeof *w, w, (size_t)n * sizeof *w);
      w += n;
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
int rw_put(State *S, uint64_t rng, const int32_t *w, int64_t words) {
  const int32_t *head = w, *end = w + words, *lengths = w + HEAD_OF_ROW + 2 * CARDS_THERE;
  if (words < HEAD_OF_ROW + 2 * CARDS_THERE + ZONES_THERE) return -WRONG;
  int hosts = head[3], shown = head[4], marks = head[5];
  S->rng[0] = rng; S->budget[0] = head[0]; S->needed[0] = head[1]; S->depth[0] = head[2];
  if (put_cards(S, head + HEAD_OF_ROW, head + HEAD_OF_ROW + CARDS_THERE) < 0) return -NO_ROOM;
  if (!(w = put_zones(S, lengths, lengths + ZONES_THERE, end))) return -NO_ROOM;
  if (hosts < 0 || hosts > (ANY_HOSTS ? CARDS : 0) || shown < 0 || shown > MOST_SHOWN || marks < 0 || marks > MOST_MARKS) return -NO_ROOM;
  if (2 * hosts + 2 * shown + 5 * marks > end - w || !(w = put_hosts(S, hosts, w)) || !(w = put_shown(S, shown, w))) return -WRONG;
  S->marked[0] = marks; memcpy(S->marks, w, (size_t)(5 * marks) * sizeof *w);
  if (!(w = put_variables(S, w + 5 * marks, end))) return -NO_ROOM;
  S->last[0] = -1; S->top[0] = 0;
  ALL(k, head[6]) if (!(w = put_frame(S, S->top[0], w, end))) return -NO_ROOM;
  return w == end ? 0 : -WRONG;
}
