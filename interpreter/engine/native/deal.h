/* What a seat has learnt of where hidden cards can be, and positions that it cannot tell from the true one. The same as `memory` and
   `redeal` of the table, number by number: the same chance deals the same cards. */

#define ZONE_WORDS ((ZONES + 63) / 64)
#define CARD_WORDS ((CARDS + 63) / 64)
#define HAS(set, i) ((set)[(i) >> 6] >> ((i) & 63) & 1)
#define PUT(set, i) ((set)[(i) >> 6] |= 1ull << ((i) & 63))
enum { TRIES = 50, FIRST_STEPS = 20, NEXT_STEPS = 3 };

typedef uint64_t Zones[ZONE_WORDS];
typedef uint64_t Cards[CARD_WORDS];
typedef struct {                          /* one seat's memory: of every hidden card where it may lie, and whether the seat could name it */
  int has_looked; uint64_t rng;
  unsigned char hidden[CARDS], known[CARDS]; int16_t place[CARDS];
  Zones may_be[CARDS];
} Eyes;
typedef struct { int things, first; Cards others; } Row;          /* things of a group that fit the same others */
typedef struct { int first, n, rows, row, of_cards, is_loose, walks; } HiddenGroup;
typedef struct {
  const State *from; int seat, groups, has_first;
  HiddenGroup group[CARDS];
  int places[CARDS], things[CARDS], dealt[CARDS], walk[CARDS], begin[CARDS];
  Cards may[CARDS]; Row row[CARDS];
} Dealer;

static int same_bits(const uint64_t *a, const uint64_t *b, int words) { return !memcmp(a, b, (size_t)words * sizeof *a); }
static int members(const uint64_t *set, int *out) {
  int n = 0;
  ALL(w, CARD_WORDS) for (uint64_t left = set[w]; left; left &= left - 1) out[n++] = w * 64 + __builtin_ctzll(left);
  return n;
}
static int bits_in(const uint64_t *a, int words) { int n = 0; ALL(k, words) n += __builtin_popcountll(a[k]); return n; }

/* ---- memory */

static int is_followed(const Eyes *E, const State *S, const unsigned char *touched, int mixed_up, int card) {
  int came = E->place[card], went = S->place[card];
  if (IS_HAND[went] || (IS_PILE[went] && mixed_up && touched[went])) return 0;
  int in_sight = !IS_HAND[came] && (!IS_PILE[came] || SEEN_BY[came] == SEEN_BY_NOBODY);
  return !E->hidden[card] || in_sight || came == went;
}
/* The next position, seen by a seat; `touched` are the zones in which something was moved or shuffled since the last one. */
static void learn(Eyes *E, State *S, int seat, const unsigned char *touched) {
  unsigned char hidden[CARDS], known[CARDS]; Zones ways[ZONES]; int from[ZONES];
  int mixed_up = E->rng != S->rng[0];
  memset(hidden, 0, sizeof hidden); memset(known, 0, sizeof known);
  ALL(c, CARDS_THERE) hidden[c] = (unsigned char)!can_see(S, c, seat);
  ALL(look, LOOKS) {
    int cards[CARDS], n = 0, arrived = 0, many = 0; Zones occupied = {0}, entered = {0}, mixed_zones = {0};
    ALL(c, CARDS_THERE) if (hidden[c] && LOOK[c] == look) { cards[n++] = c; PUT(occupied, S->place[c]); arrived += !E->hidden[c]; }
    if (!n) continue;
    if (!E->has_looked) { ALL(k, n) memcpy(E->may_be[cards[k]], occupied, sizeof occupied); continue; }
    ALL(k, n) {
      int c = cards[k], is_new = !E->hidden[c], is_candidate = is_new ? arrived == 1 || E->place[c] == S->place[c] : E->known[c];
      known[c] = (unsigned char)(is_candidate && is_followed(E, S, touched, mixed_up, c));
    }
    #define WAY(zone) ({ int z_ = (zone), k_ = 0; while (k_ < many && from[k_] != z_) k_++; if (k_ == many) { from[many++] = z_; memset(ways[z_], 0, sizeof ways[z_]); } ways[z_]; })
    ALL(k, n) {
      int c = cards[k];
      if (mixed_up && touched[S->place[c]]) PUT(mixed_zones, S->place[c]);
      if (known[c]) continue;
      if (!E->hidden[c]) PUT(entered, S->place[c]);
      else if (E->place[c] != S->place[c]) PUT(WAY(E->place[c]), S->place[c]);
    }
    if (mixed_up) ALL(z, ZONES) if (HAS(mixed_zones, z)) { uint64_t *way = WAY(z); ALL(w, ZONE_WORDS) way[w] |= mixed_zones[w]; }
    ALL(k, n) {
      int c = cards[k]; uint64_t *may = E->may_be[c];
      if (known[c]) { memset(may, 0, sizeof(Zones)); PUT(may, S->place[c]); continue; }
      if (!E->hidden[c]) memcpy(may, entered, sizeof entered);
      for (int again = many; again;) {
        again = 0;
        ALL(j, many) if (HAS(may, from[j])) ALL(w, ZONE_WORDS) { again |= (ways[from[j]][w] & ~may[w]) != 0; may[w] |= ways[from[j]][w]; }
      }
      ALL(w, ZONE_WORDS) may[w] &= occupied[w];
    }
  }
  memcpy(E->hidden, hidden, sizeof hidden); memcpy(E->known, known, sizeof known);
  ALL(c, CARDS_THERE) E->place[c] = S->place[c];
  E->rng = S->rng[0]; E->has_looked = 1;
}

/* ---- which cards, which places */

static int belongs(int card, int zone, const unsigned char *strict) {
  int family = FAMILY[zone], own = MEMBER_ZONE[card][family];
  return HOLDS[family][KIND[card]] && (!strict[family] || own < 0 || own == zone);
}
/* Rows of things that fit the same others, the least free first; says whether any two sets of others nest. */
static int rows_of(Dealer *D, HiddenGroup *G, const int *things, const Cards *fit) {
  int rows = 0, given = 0; Row *row = D->row + G->row;
  unsigned char is_taken[CARDS]; memset(is_taken, 0, sizeof is_taken);
  ALL(k, G->n) if (!is_taken[k]) {
    Row *r = row + rows++; r->first = given; r->things = 0; memcpy(r->others, fit[k], sizeof(Cards));
    for (int j = k; j < G->n; j++) if (!is_taken[j] && same_bits(fit[j], fit[k], CARD_WORDS)) { is_taken[j] = 1; D->things[G->first + given++] = things[j]; r->things++; }
  }
  ALL(a, rows) ALL(b, a) {
    int one = 0, other = 0, both_ = 0;
    ALL(w, CARD_WORDS) { one |= (row[a].others[w] & ~row[b].others[w]) != 0; other |= (row[b].others[w] & ~row[a].others[w]) != 0; both_ |= (row[a].others[w] & row[b].others[w]) != 0; }
    if (one && other && both_) return 0;
  }
  for (int k = 1; k < rows; k++) {                                /* things come in order, so the first of each row tells rows apart */
    Row r = row[k]; int j = k, size = bits_in(r.others, CARD_WORDS);
    while (j > 0) {
      int before = bits_in(row[j - 1].others, CARD_WORDS);
      if (before < size || (before == size && D->things[G->first + row[j - 1].first] < D->things[G->first + r.first])) break;
      row[j] = row[j - 1]; j--;
    }
    row[j] = r;
  }
  G->rows = rows;
  return 1;
}
static int nested_rows(Dealer *D, HiddenGroup *G, const Cards *may) {
  int sorted[CARDS], places[CARDS], n = 0; static const Cards none; Cards fit[CARDS];
  unsigned char is_there[CARDS]; memset(is_there, 0, sizeof is_there);
  ALL(k, G->n) { is_there[D->places[G->first + k]] = 1; places[k] = k; }
  ALL(c, CARDS_THERE) if (is_there[c]) { memcpy(fit[n], none, sizeof none); ALL(k, G->n) if (HAS(may[k], c)) PUT(fit[n], k); sorted[n++] = c; }
  G->of_cards = 1;
  if (rows_of(D, G, sorted, fit)) return 1;
  G->of_cards = 0;
  return rows_of(D, G, places, may);
}
static void begin_dealing(Dealer *D, const State *T, const Eyes *E, int seat) {
  State *S = (State *)T;
  unsigned char strict[FAMILIES], unknown[CARDS]; int order[CARDS], n = 0, looks[LOOKS], seen = 0, size[LOOKS];
  memcpy(strict, IS_PER_MEMBER, sizeof strict); memset(size, 0, sizeof size);
  D->from = T; D->seat = seat; D->groups = 0; D->has_first = 0;
  if (CARDS_THERE) ALL(z, ZONES) EACH_CARD(c, z) {
    unknown[c] = (unsigned char)(!E->known[c] && !can_see(S, c, seat));
    if (!unknown[c]) continue;
    order[n++] = c;
    if (!size[LOOK[c]]++) looks[seen++] = LOOK[c];
    int family = FAMILY[z], own = MEMBER_ZONE[c][family];
    if (strict[family] && own >= 0 && own != z) strict[family] = 0;
  }
  int first = 0;
  ALL(k, seen) if (size[looks[k]] > 1) {
    HiddenGroup *G = &D->group[D->groups++]; Cards loosely[CARDS];
    G->first = G->row = first; G->n = 0; G->rows = 0; G->walks = 0;
    ALL(j, n) if (LOOK[order[j]] == looks[k]) D->places[first + G->n++] = order[j];
    ALL(i, G->n) {
      int z = S->place[D->places[first + i]], same = 0;
      while (same < i && S->place[D->places[first + same]] != z) same++;
      if (same < i) { memcpy(loosely[i], loosely[same], sizeof(Cards)); memcpy(D->may[first + i], D->may[first + same], sizeof(Cards)); continue; }
      memset(loosely[i], 0, sizeof(Cards)); memset(D->may[first + i], 0, sizeof(Cards));
      ALL(j, G->n) { int c = D->places[first + j]; if (belongs(c, z, strict)) { PUT(loosely[i], c); if (HAS(E->may_be[c], z)) PUT(D->may[first + i], c); } }
    }
    G->is_loose = !nested_rows(D, G, D->may + first);
    if (G->is_loose && !nested_rows(D, G, loosely)) G->rows = 0;
    first += G->n;
  }
}

/* ---- dealing */

static void fill_rows(Dealer *D, HiddenGroup *G, uint64_t *rng, int *dealt) {
  Cards taken = {0};
  ALL(k, G->n) dealt[k] = -1;
  ALL(r, G->rows) {
    Row *row = D->row + G->row + r; int order[CARDS], n = 0;
    Cards left; ALL(w, CARD_WORDS) left[w] = row->others[w] & ~taken[w];
    n = members(left, order);
    shuffled(rng, order, n);
    ALL(k, smaller(n, row->things)) {
      int thing = D->things[G->first + row->first + k];
      PUT(taken, order[k]);
      if (G->of_cards) dealt[order[k]] = thing; else dealt[thing] = order[k];
    }
  }
}
/* `holder` is the place of every card that has been dealt. */
static int take_card(Dealer *D, HiddenGroup *G, int *dealt, int *holder, int at, const int *order, int n, unsigned char *asked) {
  ALL(k, n) {
    int card = order[k];
    if (asked[card]) continue;
    asked[card] = 1;
    if (holder[card] >= 0) {
      int own[CARDS], many = members(D->may[G->first + holder[card]], own);
      if (!take_card(D, G, dealt, holder, holder[card], own, many, asked)) continue;
    }
    dealt[at] = card; holder[card] = at;
    return 1;
  }
  return 0;
}
static void match_cards(Dealer *D, HiddenGroup *G, uint64_t *rng, int *dealt) {
  int holder[CARDS]; memset(holder, -1, sizeof holder);
  ALL(k, G->n) dealt[k] = -1;
  ALL(k, G->n) {
    int order[CARDS], n = members(D->may[G->first + k], order); unsigned char asked[CARDS]; memset(asked, 0, sizeof asked);
    shuffled(rng, order, n);
    take_card(D, G, dealt, holder, k, order, n, asked);
  }
}
static void walk_on(Dealer *D, HiddenGroup *G, uint64_t *rng, int *dealt, int steps) {
  ALL(step, steps * G->n) {
    int size = below(rng, 2) + 2, at[3], card[3], fits = 1;
    ALL(k, size) at[k] = below(rng, G->n);
    ALL(k, size) { card[k] = dealt[at[k]]; ALL(j, k) fits &= at[j] != at[k]; }
    ALL(k, size) if (fits) fits &= card[k] >= 0 && HAS(D->may[G->first + at[(k + 1) % size]], card[k]);
    if (fits) ALL(k, size) dealt[at[(k + 1) % size]] = card[k];
  }
}
static void deal_group(Dealer *D, HiddenGroup *G, uint64_t *rng, int *dealt) {
  int *walk = D->walk + G->first;
  if (!G->walks) {
    ALL(try, G->is_loose ? TRIES : 1) {
      int fits = 1;
      fill_rows(D, G, rng, dealt);
      if (G->is_loose) ALL(k, G->n) fits &= dealt[k] >= 0 && HAS(D->may[G->first + k], dealt[k]);
      if (fits) return;
    }
    match_cards(D, G, rng, walk);
  }
  walk_on(D, G, rng, walk, G->walks ? NEXT_STEPS : FIRST_STEPS);
  G->walks = 1;
  memcpy(dealt, walk, (size_t)G->n * sizeof(int));
}
static void rename_rules(State *S, const State *from, const int16_t *map, const int16_t *others, int n);
static void roll_anew(State *S, uint64_t *rng, int seat);
/* The same position, in which the card map[c] is everything that c was; `others` are the cards that are another. */
static void rename_cards(State *to, const State *from, const int16_t *map) {
  State *S = (State *)from; unsigned char is_changed[ZONES]; int16_t others[CARDS + 1]; int n = 0;
  memset(is_changed, 0, sizeof is_changed);
  ALL(c, CARDS_THERE) { others[n] = (int16_t)c; n += map[c] != c; }
  ALL(k, n) {
    int c = others[k], own = map[c];
    is_changed[S->place[c]] = 1;
    to->place[own] = S->place[c]; to->face[own] = S->face[c]; to->guests[own] = S->guests[c];
  }
  ALL(z, ZONES) if (is_changed[z]) { int last = RING(z); EACH_CARD(c, z) { link_before(to, last, map[c]); last = map[c]; } link_before(to, last, RING(z)); }
  if (S->hosted[0]) ALL(c, CARDS_THERE) to->host[map[c]] = (int16_t)(S->host[c] >= 0 ? map[S->host[c]] : -1);
  ALL(k, S->shown_count[0]) to->shown[2 * k] = map[S->shown[2 * k]];
  rename_rules(to, S, map, others, n);
}
/* The position in which every card of the groups is another; chance to come is drawn anew. */
static void lay_out(const Dealer *D, State *to, uint64_t *rng, const int *dealt) {
  State *S = (State *)D->from; int16_t map[CARDS]; int any = 0;
  rw_copy(to, S);
  ALL(c, CARDS) map[c] = (int16_t)c;
  ALL(g, D->groups) ALL(k, D->group[g].n) {
    int at = D->group[g].first + k, card = D->places[at];
    map[card] = (int16_t)dealt[at];
    any |= card != dealt[at];
  }
  if (any) rename_cards(to, S, map);
  roll_anew(to, rng, D->seat);
  *rng += STEP_OF_CHANCE; to->rng[0] = mixed(*rng);
}
