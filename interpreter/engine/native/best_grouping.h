/* Which sets are the best of all, where `grouping.h` has found those that can be laid, and what is asked of it. */

/* ---- the best of all */

static int can_place(Solver *G, const Bound *waiting, int n) {         /* whether all cards can take identities that are apart as they must be */
  look_through(G, n);
  if (n < 2) { for (int k = 0; k < n; k++) if (!waiting[k].options) return 0; return 1; }
  int number = 0, others = 0; Bound rest[MOST_GROUPED], left[MOST_GROUPED];
  for (int k = 1; k < n; k++) if (bits(waiting[k].options) < bits(waiting[number].options)) number = k;
  Bound own = waiting[number];
  for (int k = 0; k < n; k++) if (k != number) rest[others++] = waiting[k];
  for (int64_t options = own.options; options; options &= options - 1) {
    int at = lowest(options), fits = 1; int64_t clash = G->clash[at], near = near_to(G, at, own.pattern);
    for (int k = 0; k < others; k++) { left[k] = rest[k]; left[k].options &= ~(rest[k].of == own.of ? near : clash); fits &= left[k].options != 0; }
    if (fits && can_place(G, left, others)) return 1;
  }
  return 0;
}
static int most_left(Solver *G, int64_t cards, int sets) {             /* the most that is left to win, if identities never clash */
  if (!cards || !sets) return 0;
  int found, number = lowest(cards), most;
  Known *k = entry_of(G, cards, sets, &found);
  if (found) return k->value;
  look_through(G, G->search_with[number + 1] - G->search_with[number]);
  most = most_left(G, cards & ~G->alike[number], sets);
  for (int s = G->search_with[number]; s < G->search_with[number + 1]; s++) {
    int64_t one = G->search[s].cards;
    if ((one & cards) == one) most = larger(most, within(G->R, (int64_t)G->search[s].gives + most_left(G, cards ^ one, sets - G->step)));
  }
  k = entry_of(G, cards, sets, &found); k->stamp = G->R->stamp; k->value = most;
  return most;
}
static void search_best(Solver *G, int64_t cards, int sets, int total, const Bound *placed, int n);
static void try_set(Solver *G, int64_t one, int64_t rest, int sets, int total, const Bound *placed, int n) {   /* each way, the best first */
  int64_t team = one & (BIT(G->wild) - 1), chosen = one & ~team; int low = 0, high = G->ways, weight = weight_of(G, one);
  while (low < high) { int middle = (low + high) / 2; if (G->way[middle].cards < chosen) low = middle + 1; else high = middle; }
  for (; low < G->ways && G->way[low].cards == chosen; low++) {
    const Way *way = G->way + low; Bound all[MOST_GROUPED]; int many = n;
    if (way->count != bits(team)) continue;
    int gives = within(G->R, (int64_t)way->gives + weight);
    if (total + gives + most_left(G, rest, sets) <= G->best) return;
    if (n) memcpy(all, placed, (size_t)n * sizeof *all);
    for (int card = 0; card < (G->all_differ ? G->wild : G->cards); card++) if (one >> card & 1) {
      if (many >= MOST_GROUPED) give_up(G);
      all[many++] = (Bound){card < G->wild ? G->options[card] & way->left : G->options[card], way->pattern, one};
    }
    if (!can_place(G, all, many)) continue;
    G->trying[G->trying_count++] = (Set){one, gives};
    search_best(G, rest, sets, total + gives, all, G->problem->different_count ? many : 0);
    G->trying_count--;
  }
}
static void search_best(Solver *G, int64_t cards, int sets, int total, const Bound *placed, int n) {
  if (total + most_left(G, cards, sets) <= G->best) return;
  if (!most_left(G, cards, sets)) {
    G->best = total; G->chosen_count = G->trying_count; memcpy(G->chosen, G->trying, (size_t)G->trying_count * sizeof *G->chosen);
    return;
  }
  int low = lowest(cards), *mark = G->R->top, count = 0; int64_t without = cards & ~G->alike[low];
  int room = G->search_with[low + 1] - G->search_with[low];
  Set *fit = (Set *)(((uintptr_t)room_for(G->R, 4 * room + 2) + 7) & ~(uintptr_t)7);
  for (int s = G->search_with[low]; s < G->search_with[low + 1]; s++) {
    int64_t one = G->search[s].cards;
    if ((one & cards) != one) continue;
    int most = G->search[s].gives + most_left(G, cards ^ one, sets - G->step), at = count++;
    for (; at > 0 && (fit[at - 1].gives < most || (fit[at - 1].gives == most && fit[at - 1].cards < one)); at--) fit[at] = fit[at - 1];
    fit[at] = (Set){one, most};
  }
  int skipped = most_left(G, without, sets);
  for (int k = 0; k < count; k++) {
    if (skipped > fit[k].gives) { search_best(G, without, sets, total, placed, n); skipped = -1; }
    if (total + fit[k].gives > G->best) try_set(G, fit[k].cards, cards ^ fit[k].cards, sets - G->step, total, placed, n);
  }
  if (skipped >= 0) search_best(G, without, sets, total, placed, n);
  G->R->top = mark;
}
static void solve_grouping(Solver *G) {
  int sets = G->is_fit ? 1 : G->problem->sets;
  int64_t every = BIT(G->cards) - 1;
  G->last_known = (G->cards < 12 ? (uint64_t)16 << G->cards : KNOWN) - 1;
  G->step = sets < 0 ? 0 : 1; G->best = -1;
  if (!++G->R->stamp) { memset(G->R->known, 0, sizeof G->R->known); G->R->stamp = 1; }
  find_teams(G); find_sets(G);
  search_best(G, every, sets, 0, 0, 0);
  if (G->best < most_left(G, every, sets)) { G->search = G->every; G->search_with = G->every_with; search_best(G, every, sets, 0, 0, 0); }
}

/* ---- what is asked of it */

enum { WORTH_OF, UNUSED_OF, LEFTOVER_OF, SETS_OF, FITS_OF };           /* in the order of the parts of a grouping */
static int read_given(const int *words, int n, int axes, Given *given) {   /* how many cards; -1 if one can be too much */
  int count = 0;
  for (int at = 0; at < n; count++) {
    const int *list[MOST_AXES]; int many[MOST_AXES], total = 1; Given *one = given + count;
    if (count >= MOST_GROUPED) return -1;
    one->card = words[at++]; one->adds = words[at++];
    for (int a = 0; a < axes; a++) { many[a] = words[at++]; list[a] = words + at; at += many[a]; total *= many[a]; if (total > MOST_IDENTITIES) return -1; }
    one->count = total;
    for (int k = 0; k < total; k++) for (int a = axes - 1, rest = k; a >= 0; a--) { one->identity[k][a] = list[a][rest % many[a]]; rest /= many[a]; }
  }
  return count;
}
static int given_order(const Given *a, const Given *b, int axes) {
  for (int k = 0; k < a->count && k < b->count; k++) { int c = by_identity(a->identity[k], b->identity[k], axes); if (c) return c; }
  if (a->count != b->count) return a->count - b->count;
  return a->adds != b->adds ? (a->adds < b->adds ? -1 : 1) : a->card - b->card;
}
static int listed_of(Solver *G, int n, const Given *given, const Given *const *sorted, int part, int which, int *out) {
  int place[CARDS], at = 0, count = 0, used[CARDS]; memset(used, 0, sizeof used);
  for (int k = 0; k < n; k++) place[given[k].card] = k;
  for (int s = 0; s < G->chosen_count; s++) for (int k = 0; k < G->cards; k++) if (G->chosen[s].cards >> k & 1) used[sorted[G->origin[k]]->card] = s + 1;
  if (part == LEFTOVER_OF) { for (int k = 0; k < n; k++) if (!used[given[k].card]) out[at++] = given[k].card; return at; }
  int done[MOST_GROUPED] = {0};
  for (int k = 0; k < n; k++) {                                        /* sets in the order in which the first card of each was given */
    int s = used[given[k].card];
    if (!s || done[s - 1] || place[given[k].card] != k) continue;
    done[s - 1] = 1; count++;
    if (which != NONE && which != count) continue;
    for (int c = 0; c < G->cards; c++) if (G->chosen[s - 1].cards >> c & 1) out[at++] = sorted[G->origin[c]]->card;
  }
  return at;
}
/* Like the function that a run is made with: the steps that it takes, then how many numbers answer, and these. 1 if it takes too long,
   -1 if there are more cards, or more that a card can be, than fit in here. */
static int group_here(Run *R, const Problem *problem, int part, int which, int words, const int *hand, int *out) {
  int *mark = R->top; uintptr_t room = (uintptr_t)room_for(R, 4 + (int)((MOST_GROUPED * sizeof(Given) + sizeof(Solver)) / sizeof(int)));
  Solver *G = (Solver *)((room + 15) & ~(uintptr_t)15); Given *given = (Given *)(G + 1); const Given *sorted[MOST_GROUPED];
  int n = read_given(hand, words, problem->axes, given), any = 0;
  if (n < 0) { R->top = mark; return -1; }
  for (int k = 0; k < n; k++) {
    int at = k;
    for (; at > 0 && given_order(sorted[at - 1], given + k, problem->axes) > 0; at--) sorted[at] = sorted[at - 1];
    sorted[at] = given + k; any |= given[k].adds != 0;
  }
  memset(G, 0, offsetof(Solver, team)); G->ways = G->sets = G->all = G->chosen_count = G->trying_count = 0;
  G->R = R; G->problem = problem; G->is_fit = part == FITS_OF; G->whole = n; G->is_weighted = any && part != FITS_OF;
  int axes = 0; for (int a = 0; a < problem->axes; a++) axes += is_among(problem->different, problem->different + problem->different_count, a);
  G->all_differ = axes == problem->axes && !G->is_weighted;
  int why = setjmp(G->out);
  if (why) { R->top = mark; return why == CANNOT ? -1 : 1; }
  find_identities(G, sorted, n); lay_cards(G, sorted, n); solve_grouping(G);
  int worth = (G->best + SCALED - 1) / SCALED, used = worth * SCALED - G->best;
  if (G->best < 0) worth = -(-G->best / SCALED);
  out[0] = (int)(G->looked_at / GROUPS_IN_A_STEP); out[1] = 1;
  if (part == WORTH_OF) out[2] = worth;
  else if (part == UNUSED_OF) out[2] = n - used;
  else if (part == FITS_OF) out[2] = worth > 0;
  else out[1] = listed_of(G, n, given, sorted, part, which, out + 2);
  R->top = mark;
  return 0;
}
