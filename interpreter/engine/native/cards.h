/* Where cards lie, who sees them, and how they move: a zone is a ring of cards, and no card is ever in two of them. */

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
