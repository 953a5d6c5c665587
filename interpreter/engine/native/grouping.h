/* The best grouping of cards: most worth, then fewest cards used. The same search as in Python, step by step and counted alike, as long
   as cards and what they can be fit into words; what does not is left to whoever made the run. Cards and identities are bits. */

#define MOST_GROUPED 40
#define MOST_IDENTITIES 62
#define MOST_AXES 6
#define MOST_VALUES 256
#define MOST_WAYS 8192
#define MOST_CHOICES 16384
#define MOST_TEAMS 4096
#define SCALED 1000

typedef struct { int size, worth; } Sized;
typedef struct { int same_count, same[MOST_AXES], run, apart_count, apart[MOST_AXES], low, high, sizes; const Sized *worth; } Pattern;
typedef struct { int axes, patterns, sets, different_count, different[MOST_AXES]; const Pattern *pattern; } Problem;
typedef struct { int64_t cards, left; int gives, count; const Pattern *pattern; } Way;
typedef struct { int64_t cards, taken; int count; } Choice;
typedef struct { int64_t options; const Pattern *pattern; int64_t of; } Bound;
typedef struct { int64_t cards; int gives; } Set;
typedef struct {                                                       /* a card as it was given: what it can be, what it adds */
  int card, adds, count, identity[MOST_IDENTITIES][MOST_AXES];
} Given;
typedef struct {
  jmp_buf out; Run *R; const Problem *problem; int is_fit, whole;      /* `whole`: only a set of all so many cards counts */
  int64_t looked_at; uint64_t last_known;                               /* few cards need few entries, which lie close together */
  int identities, identity[MOST_IDENTITIES][MOST_AXES], all_differ, is_weighted, wild, cards;
  int64_t options[MOST_GROUPED], alike[MOST_GROUPED], clash[MOST_IDENTITIES], same[MOST_AXES][MOST_IDENTITIES], held, open;
  int low[MOST_AXES], span[MOST_AXES], value_count[MOST_AXES];
  int adds[MOST_GROUPED], origin[MOST_GROUPED];
  int teams; int64_t team[MOST_TEAMS], having[MOST_AXES][MOST_VALUES]; int values[MOST_AXES][MOST_IDENTITIES];
  int ways; Way way[MOST_WAYS];
  int sets, with[MOST_GROUPED + 1], all; Set set[MOST_WAYS], every[MOST_WAYS]; int every_with[MOST_GROUPED + 1];
  const Set *search; const int *search_with;
  int best, chosen_count, trying_count, step; Set chosen[MOST_GROUPED], trying[MOST_GROUPED];
  Choice choice[2][MOST_CHOICES];
} Solver;

enum { CANNOT = 1, TAKES_TOO_LONG };
static inline void look_through(Solver *G, int64_t n) { G->looked_at += n; if (G->looked_at > MOST_GROUPS_TRIED) longjmp(G->out, TAKES_TOO_LONG); }
static __attribute__((noreturn, cold)) void give_up(Solver *G) { longjmp(G->out, CANNOT); }
static inline int bits(int64_t x) { return __builtin_popcountll((uint64_t)x); }
static inline int lowest(int64_t x) { return __builtin_ctzll((uint64_t)x); }
#define BIT(n) ((int64_t)1 << (n))

/* ---- the cards */

static int by_identity(const int *a, const int *b, int axes) { for (int k = 0; k < axes; k++) if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1; return 0; }
static inline int64_t with_value(const Solver *G, int axis, int value) {   /* the identities that have it */
  unsigned at = (unsigned)value - (unsigned)G->low[axis];
  return at < (unsigned)G->span[axis] ? G->having[axis][at] : 0;
}
static void find_values(Solver *G, int axis) {                         /* in the order in which they appear */
  int low = INT32_MAX, high = INT32_MIN;
  for (int k = 0; k < G->identities; k++) { low = smaller(low, G->identity[k][axis]); high = larger(high, G->identity[k][axis]); }
  if (!G->identities) return;
  if ((int64_t)high - low >= MOST_VALUES) give_up(G);
  G->low[axis] = low; G->span[axis] = high - low + 1;
  memset(G->having[axis], 0, (size_t)G->span[axis] * sizeof(int64_t));
  for (int k = 0; k < G->identities; k++) {
    int value = G->identity[k][axis];
    if (!G->having[axis][value - low]) G->values[axis][G->value_count[axis]++] = value;
    G->having[axis][value - low] |= BIT(k);
  }
}
static void find_identities(Solver *G, const Given *const *given, int n) {
  int axes = G->problem->axes;
  for (int k = 0; k < n; k++) for (int j = 0; j < given[k]->count; j++) {
    const int *one = given[k]->identity[j]; int at = 0, order = 1;
    while (at < G->identities && (order = by_identity(G->identity[at], one, axes)) < 0) at++;
    if (at < G->identities && !order) continue;
    if (G->identities >= MOST_IDENTITIES) give_up(G);
    memmove(G->identity + at + 1, G->identity + at, (size_t)(G->identities - at) * sizeof G->identity[0]);
    memcpy(G->identity[at], one, sizeof G->identity[0]); G->identities++;
  }
  for (int axis = 0; axis < axes; axis++) find_values(G, axis);
  for (int k = 0; k < G->identities; k++) {
    for (int axis = 0; axis < axes; axis++) G->same[axis][k] = with_value(G, axis, G->identity[k][axis]);
    G->clash[k] = G->problem->different_count ? -1 : 0;
    for (int a = 0; a < G->problem->different_count; a++) G->clash[k] &= G->same[G->problem->different[a]][k];
  }
}
static int64_t mask_of(const Solver *G, const Given *one) {
  int64_t mask = 0;
  for (int j = 0; j < one->count; j++) for (int k = 0; k < G->identities; k++)
    if (!by_identity(G->identity[k], one->identity[j], G->problem->axes)) mask |= BIT(k);
  return mask;
}
static void add_card(Solver *G, int at, int64_t options, int adds, int origin) {
  if (G->cards >= MOST_GROUPED) give_up(G);
  for (int k = G->cards; k > at; k--) { G->options[k] = G->options[k - 1]; G->adds[k] = G->adds[k - 1]; G->origin[k] = G->origin[k - 1]; }
  G->options[at] = options; G->adds[at] = adds; G->origin[at] = origin; G->cards++;
}
static inline int is_like(const Solver *G, int one, int other) { return G->options[one] == G->options[other] && G->adds[one] == G->adds[other]; }
static void lay_cards(Solver *G, const Given *const *given, int n) {        /* wild cards first, those that are alike side by side */
  int64_t masks[MOST_GROUPED], taken = 0;
  if (n > MOST_GROUPED) give_up(G);
  for (int k = 0; k < n; k++) { masks[k] = mask_of(G, given[k]); if (G->all_differ && bits(masks[k]) == 1) taken |= masks[k]; }
  for (int k = 0; k < n; k++) {
    int64_t options = masks[k] & ~taken; int at = 0, adds = G->is_weighted ? given[k]->adds : 0;
    if (bits(masks[k]) < 2 || !options) continue;
    while (at < G->cards && (bits(G->options[at]) > bits(options) || (bits(G->options[at]) == bits(options) && (G->options[at] < options ||
           (G->options[at] == options && G->adds[at] <= adds))))) at++;
    add_card(G, at, options, adds, k);
  }
  G->wild = G->cards;
  for (int k = 0; k < n; k++) {
    int adds = G->is_weighted ? given[k]->adds : 0, known = 0;
    if (bits(masks[k]) != 1) continue;
    if (G->all_differ) for (int j = G->wild; j < G->cards; j++) known |= G->options[j] == masks[k];
    if (!known) add_card(G, G->cards, masks[k], adds, k);
  }
  for (int k = 0; k < G->cards; k++) {
    if (k < G->wild) G->open |= G->options[k]; else G->held |= G->options[k];
    for (int j = k; j < G->cards; j++) if (is_like(G, j, k)) G->alike[k] |= BIT(j);
  }
}
static void find_teams(Solver *G) {                                    /* every choice of wild cards; of those alike, some that follow each other */
  G->team[0] = 0; G->teams = 1;
  for (int card = 0; card < G->wild; card++) {
    if (card && is_like(G, card, card - 1)) continue;
    int whole = bits(G->alike[card]), before = G->teams;
    look_through(G, (int64_t)before * (whole * (whole + 1) / 2));
    for (int count = 1; count <= whole; count++) for (int start = card; start <= card + whole - count; start++)
      for (int k = 0; k < before; k++) {
        if (G->teams >= MOST_TEAMS) give_up(G);
        G->team[G->teams++] = G->team[k] | (BIT(count) - 1) << start;
      }
  }
}

/* ---- sets */

static int64_t near_to(const Solver *G, int number, const Pattern *p) {   /* the identities that no other card of the same set may have */
  int64_t mask = G->clash[number];
  for (int a = 0; a < p->apart_count; a++) mask |= G->same[p->apart[a]][number];
  return mask;
}
static int64_t fitting(const Solver *G, int64_t left) {
  int64_t mask = 0;
  for (int k = 0; k < G->wild; k++) if (G->options[k] & left) mask |= BIT(k);
  return mask;
}
static int weight_of(const Solver *G, int64_t cards) {
  int64_t sum = 0;
  if (G->is_weighted) for (int k = 0; k < G->cards; k++) if (cards >> k & 1) sum += G->adds[k];
  return within(G->R, sum * SCALED);
}
typedef struct { int n; struct { int size, gives; } a[MOST_GROUPED + 1]; } Sizes;
static void find_sizes(Solver *G, const Pattern *p, Sizes *found) {    /* without those that can be cut in two at no loss */
  int64_t worth[MOST_GROUPED + 1]; int there[MOST_GROUPED + 1] = {0};
  found->n = 0;
  for (int k = 0; k < (G->is_fit ? 1 : p->sizes); k++) {
    int size = G->is_fit ? G->whole : p->worth[k].size, value = G->is_fit ? 1 : p->worth[k].worth;
    if (G->is_fit && (size < p->low || (p->high >= 0 && size > p->high))) continue;
    if ((value > 0 || G->is_weighted) && size <= G->cards) { there[size] = 1; worth[size] = value; }
  }
  for (int size = 0; size <= G->cards; size++) if (there[size]) {
    int cut = 0;
    if (G->problem->sets < 0 && !G->is_fit) for (int part = 0; part <= size; part++)
      cut |= there[part] && there[size - part] && worth[part] + worth[size - part] >= worth[size];
    if (!cut) { found->a[found->n].size = size; found->a[found->n++].gives = within(G->R, worth[size] * SCALED - size); }
  }
}
static void add_ways(Solver *G, const Pattern *p, const Sizes *sizes, int64_t allowed, const Choice *c) {
  int64_t left = allowed & ~c->taken; int room = G->wild;
  if (p->apart_count || G->problem->different_count) room = smaller(room, bits(left & G->open));
  for (int k = 0; k < sizes->n; k++) {
    int count = sizes->a[k].size - c->count;
    if (count < 0 || count > room) continue;
    if (G->ways >= MOST_WAYS) give_up(G);
    G->way[G->ways++] = (Way){c->cards, left, sizes->a[k].gives, count, p};
  }
}
static void fill_frame(Solver *G, const Pattern *p, const Sizes *sizes, int64_t allowed, const int64_t *places, int place_count) {
  int plain[MOST_GROUPED], n = 0, fewest = INT32_MAX, now = 0, count = 1;
  for (int k = G->wild; k < G->cards; k++) if (G->options[k] & allowed) plain[n++] = k;
  for (int k = 0; k < sizes->n; k++) fewest = smaller(fewest, sizes->a[k].size);
  fewest -= G->wild;
  if (!sizes->n || n < fewest) return;
  int slots = place_count ? place_count : n;
  G->choice[0][0] = (Choice){0, 0, 0};
  for (int slot = 0; slot < slots; slot++) {
    Choice *from = G->choice[now], *to = G->choice[!now]; int made = 0, wanted = fewest - slots + slot + 1, in_slot = 0;
    for (int k = 0; k < count; k++) if (from[k].count >= wanted) to[made++] = from[k];
    for (int j = place_count ? 0 : slot; j < (place_count ? n : slot + 1); j++) {
      int card = plain[j]; int64_t own = G->options[card], near;
      if (place_count && !(own & places[slot])) continue;
      in_slot++; near = near_to(G, lowest(own), p);
      for (int k = 0; k < count; k++) if (!(own & from[k].taken)) {
        if (made >= MOST_CHOICES) give_up(G);
        to[made++] = (Choice){from[k].cards | BIT(card), from[k].taken | near, from[k].count + 1};
      }
    }
    look_through(G, (int64_t)count * in_slot);
    now = !now; count = made;
  }
  for (int k = 0; k < count; k++) add_ways(G, p, sizes, allowed, &G->choice[now][k]);
}
static void fill_stretches(Solver *G, const Pattern *p, const Sizes *sizes, int64_t allowed) {
  int values[MOST_IDENTITIES], lines = 0; int64_t places[MOST_GROUPED + 1];
  for (int k = 0; k < G->value_count[p->run]; k++) {
    values[lines] = G->values[p->run][k]; lines += (with_value(G, p->run, values[lines]) & allowed) != 0;
  }
  for (int s = 0; s < sizes->n; s++) {
    int size = sizes->a[s].size; Sizes one; one.n = 1; one.a[0] = sizes->a[s];
    look_through(G, (int64_t)size * lines);
    for (int k = 0; k < lines; k++) {
      int64_t all = 0; int at = 0, lacking = 0;
      for (; at < size; at++) {
        places[at] = with_value(G, p->run, values[k] + at) & allowed;
        if (!places[at]) break;
        all |= places[at]; lacking += !(places[at] & G->held);
      }
      if (at == size && lacking <= G->wild) fill_frame(G, p, &one, all, places, size);
    }
  }
}
static void fill_frames(Solver *G, const Pattern *p, const Sizes *sizes, int axis, int64_t allowed) {
  if (axis < p->same_count) {
    int own = p->same[axis];
    for (int k = 0; k < G->value_count[own]; k++) fill_frames(G, p, sizes, axis + 1, allowed & with_value(G, own, G->values[own][k]));
    return;
  }
  look_through(G, 1);
  if (p->run < 0) fill_frame(G, p, sizes, allowed, 0, 0); else fill_stretches(G, p, sizes, allowed);
}
static int apart_order(const Pattern *a, const Pattern *b) {
  for (int k = 0; k < a->apart_count && k < b->apart_count; k++) if (a->apart[k] != b->apart[k]) return a->apart[k] - b->apart[k];
  return a->apart_count - b->apart_count;
}
static int comes_before(const Way *a, const Way *b) {                  /* by their cards; the best way of the same cards first */
  if (a->cards != b->cards) return a->cards < b->cards;
  if (a->gives != b->gives) return a->gives > b->gives;
  if (a->count != b->count) return a->count > b->count;
  if (a->left != b->left) return a->left > b->left;
  return apart_order(a->pattern, b->pattern) > 0;
}
static void sort_ways(Solver *G) {                                     /* a heap, which needs no room */
  Way *w = G->way;
  for (int end = G->ways, start = G->ways / 2; end > 1;) {
    if (start > 0) start--; else { end--; Way t = w[0]; w[0] = w[end]; w[end] = t; }
    for (int root = start, child; (child = 2 * root + 1) < end; root = child) {
      if (child + 1 < end && comes_before(w + child, w + child + 1)) child++;
      if (!comes_before(w + root, w + child)) break;
      Way t = w[root]; w[root] = w[child]; w[child] = t;
    }
  }
}
static Known *entry_of(Solver *G, int64_t cards, int sets, int *found) {
  Run *R = G->R; uint64_t at = mixed((uint64_t)cards * 31 + (uint64_t)sets) & G->last_known;
  for (int tries = 0; tries < 64; tries++, at = (at + 1) & G->last_known) {
    Known *k = R->known + at;
    if (k->stamp != R->stamp) { *found = 0; k->cards = cards; k->sets = sets; return k; }
    if (k->cards == cards && k->sets == sets) { *found = 1; return k; }
  }
  give_up(G);
}
#define BEST_OF_SETS INT32_MIN                                         /* stands where the number of sets would */
static int best_known(Solver *G, int64_t cards) { int found; Known *k = entry_of(G, cards, BEST_OF_SETS, &found); return found ? k->value : 0; }
static void take_ways(Solver *G, int from, int to) {                   /* of some plain cards: with every team that makes them a set */
  look_through(G, to - from);
  for (int k = from; k < to; k++) {
    int64_t cards = G->way[k].cards, fits = G->way[k].count ? fitting(G, G->way[k].left) : 0; int is_first = 1, own = 0;
    for (int j = from; j < k && is_first; j++)                         /* the best of each count and fit comes first */
      is_first = !(G->way[j].count == G->way[k].count && (G->way[j].count ? fitting(G, G->way[j].left) : 0) == fits);
    if (!is_first) continue;
    for (int t = 0; t < G->teams; t++) {
      if (bits(G->team[t]) != G->way[k].count) continue;
      own++;
      if ((G->team[t] & fits) != G->team[t]) continue;
      int64_t all = cards | G->team[t]; int worth = within(G->R, (int64_t)G->way[k].gives + weight_of(G, all)), found;
      Known *best = entry_of(G, all, BEST_OF_SETS, &found);
      if (worth <= (found ? best->value : 0)) continue;
      if (!found) { if (G->all >= MOST_WAYS) give_up(G); G->every[G->all++].cards = all; best->stamp = G->R->stamp; }
      best->value = worth;
    }
    look_through(G, own);
  }
}
static void by_lowest(Solver *G, Set *sets, int n, int *with) {        /* those that begin with each card, side by side */
  int at = 0;
  for (int card = 0; card < G->cards; card++) {
    with[card] = at;
    for (int k = at; k < n; k++) if (lowest(sets[k].cards) == card) { Set t = sets[at]; sets[at] = sets[k]; sets[k] = t; at++; }
  }
  with[G->cards] = at;
}
static void find_sets(Solver *G) {
  for (int k = 0; k < G->problem->patterns; k++) {
    Sizes sizes; find_sizes(G, G->problem->pattern + k, &sizes);
    fill_frames(G, G->problem->pattern + k, &sizes, 0, -1);
  }
  sort_ways(G);
  for (int k = 0, to; k < G->ways; k = to) { to = k; while (to < G->ways && G->way[to].cards == G->way[k].cards) to++; take_ways(G, k, to); }
  for (int k = 0; k < G->all; k++) {
    int64_t cards = G->every[k].cards, rest = cards; int gives = G->every[k].gives = best_known(G, cards), needed = 1;
    for (; rest && needed; rest &= rest - 1) needed = best_known(G, cards ^ (rest & -rest)) < gives;
    if (needed) G->set[G->sets++] = G->every[k];
  }
  by_lowest(G, G->every, G->all, G->every_with); by_lowest(G, G->set, G->sets, G->with);
  G->search = G->set; G->search_with = G->with;
}
