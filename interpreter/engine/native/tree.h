/* Players that are programs: positions played on by chance, one look ahead, and a tree of answers over many deals. The same as the
   bots of `players`, number by number and in the same order of operations: the same seed chooses the same option. */

enum { MOST_LOOKED_AT = 100, HORIZON = 20, GROWTH = 8, EACH_STEPS = MOST_STEPS_AT_ONCE / 2, LOGS = 4096 };
enum { DEALS_UNASKED = 8, STEPS_UNASKED = 50000 };   /* so far nobody is asked whether to go on: less than a millisecond */
enum { BY_CHANCE, GREEDY, SEARCH };
enum { GO_ON, TIME_IS_UP, STOPPED };

typedef struct { double worth; int64_t number; int32_t seat, visits, offered, parent, next; } Node;
typedef struct { uint64_t rng; int32_t seat, asks, order[MOST_LOOKED_AT]; double means[MOST_LOOKED_AT]; } Thought;   /* what goes in and comes out */
typedef int (*Ask)(int is_between);       /* whether to go on, also whether a round does, for those who cannot wait for ever */
typedef struct {
  Run run; State dealt, trial, other;
  Eyes eyes[PLAYERS]; Dealer dealer;
  int64_t purse, numbers[MOST_OPTIONS + 2], offered[MOST_OPTIONS + 2]; int options;
  int32_t rivals[PLAYERS]; double size;   /* who plays against whom, as bits; how large scores are where nobody does */
  double logs[LOGS], means[MOST_LOOKED_AT]; int order[MOST_LOOKED_AT], looked_at;
  Node *nodes; int32_t *table; int node_room, table_size, nodes_there;
  Ask ask; int asks, unasked; int64_t ask_from;
  Thought *thought; int kind; int64_t budget;
} Thinker;

int64_t rw_think_size(void) { return (int64_t)sizeof(Thinker); }
static double own_log(int n) {            /* only of + - * /, so that every machine says the same */
  int twos = 0; double m = n;
  while (m >= 2) { m *= 0.5; twos++; }
  double y = (m - 1) / (m + 1), square = y * y, power = y, sum = 0;
  for (int k = 1; k < 36; k += 2) { sum += power / k; power *= square; }
  return twos * 0.6931471805599453 + 2 * sum;
}
void rw_think_begin(Thinker *T, Group group, const int32_t *rivals, double size, Node *nodes, int room, int32_t *table, int slots) {
  rw_run_begin(&T->run, group);
  memcpy(T->rivals, rivals, sizeof T->rivals); T->size = size;
  T->nodes = nodes; T->node_room = room; T->table = table; T->table_size = slots;
  if (!T->logs[LOGS - 1]) for (int n = 1; n < LOGS; n++) T->logs[n] = own_log(n);  /* its memory comes empty */
}

/* ---- playing on */

static int play_on(Run *R, State *S) {
  ENTRY((R->playing = R->rolling = 0, TROUBLE)) begin_anew(S);
  R->playing = R->rolling = 1; R->unnoticed = -1;
  int r = go_on(R, S);
  R->playing = R->rolling = 0;
  return r;
}
/* For each seat a number from 0 to 1: how far it leads or trails its rivals and, if the game is over, mostly who won. */
static int stand(Thinker *T, State *S, int is_over, double *standing) {
  int score[PLAYERS], won = 0, r = !is_over && HAS_HINT ? rw_hints(&T->run, S, score) : rw_scores(&T->run, S, score);
  if (r < 0) return r;
  if (is_over && (won = rw_winners(&T->run, S)) < 0) return won;
  int64_t total = 0;
  ALL(p, PLAYERS) total += score[p] < 0 ? -(int64_t)score[p] : score[p];
  double size = 1 + (double)total / PLAYERS;
  ALL(p, PLAYERS) {
    int rivals = T->rivals[p]; int64_t best = INT64_MIN;
    ALL(q, PLAYERS) if (rivals >> q & 1 && score[q] > best) best = score[q];
    int64_t lead = score[p] - (rivals ? best : 0), far = lead < 0 ? -lead : lead;
    standing[p] = 0.5 + 0.5 * (double)lead / ((double)far + (rivals ? size : T->size));
    if (is_over) {
      double own = won >> p & 1 ? 1.0 / (1 + __builtin_popcount((unsigned)(won & rivals))) : 0.0;
      standing[p] = 0.75 * own + 0.25 * standing[p];
    }
  }
  return 0;
}
static int roll_out(Thinker *T, State *S, uint64_t *rng, int seat, int index, double *standing) {
  Run *R = &T->run;
  R->roll_rng = rng; R->roll_left = HORIZON; R->roll_paid = 0; R->given = seat; R->index = index;
  int r = play_on(R, S);
  if (r && r != -ENOUGH) return r < 0 ? r : -WRONG;
  return stand(T, S, !r, standing);
}
static int is_empty(const Thinker *T) { return T->purse >= 0 && T->run.paid >= T->purse; }

/* ---- deals that offer the same */

static int fits(Thinker *T, State *S, int seat) {
  int found[1 + 2 * PLAYERS], many = rw_decide(&T->run, S, found);
  if (many < 0) return many;
  if (many != 1 || found[1] != seat) return 0;
  int n = rw_numbers(&T->run, S, seat, T->offered, MOST_OPTIONS + 2);
  return n < 0 ? n : n == T->options && !memcmp(T->offered, T->numbers, (size_t)n * sizeof(int64_t));
}
static int first_fitting(Thinker *T) {     /* from place to place the first card that still fits there */
  Dealer *D = &T->dealer; int *now = D->begin, together_ = 0, r = 0;
  ALL(g, D->groups) together_ += D->group[g].n;
  ALL(k, together_) now[k] = D->places[k];
  ALL(g, D->groups) for (int one = D->group[g].first, end = one + D->group[g].n; one < end; one++) {
    int least = -1, there = one;
    while (1) {                            /* the later cards in their order, up to the one that lies here */
      int next = INT32_MAX;
      for (int k = one; k < end; k++) if (now[k] > least && now[k] < next) { next = now[k]; there = k; }
      least = next;
      if (next == now[one] || next == INT32_MAX) break;
      if (!HAS(D->may[one], next) || !HAS(D->may[there], now[one])) continue;
      uint64_t rng = seeded((uint64_t)together_, 0, 0); int here = now[one];
      now[one] = next; now[there] = here;
      lay_out(D, &T->other, &rng, now);
      if ((r = fits(T, &T->other, D->seat)) < 0) return r;
      if (r) break;
      now[one] = here; now[there] = next;
    }
  }
  D->has_first = 1;
  return 0;
}
static int nudge(Thinker *T, uint64_t *rng) {
  Dealer *D = &T->dealer; int now[CARDS], r;
  if (!D->has_first && (r = first_fitting(T)) < 0) return r;
  memcpy(now, D->begin, sizeof now);
  lay_out(D, &T->dealt, rng, now);
  ALL(g, D->groups) ALL(k, 2 * D->group[g].n) {
    int first = D->group[g].first, one = first + below(rng, D->group[g].n), other = first + below(rng, D->group[g].n), here = now[one], there = now[other];
    if (!HAS(D->may[other], here) || !HAS(D->may[one], there)) continue;
    now[one] = there; now[other] = here;
    lay_out(D, &T->other, rng, now);
    if ((r = fits(T, &T->other, D->seat)) < 0) return r;
    if (r) rw_copy(&T->dealt, &T->other); else { now[one] = here; now[other] = there; }
  }
  return 0;
}
static int deal(Thinker *T, uint64_t *rng) {
  Dealer *D = &T->dealer;
  if (T->asks && (++T->unasked >= DEALS_UNASKED || T->run.paid >= T->ask_from)) {
    T->unasked = 0; T->ask_from = T->run.paid + STEPS_UNASKED;
    if (T->ask(0) == STOPPED) return -STOPPED_THINKING;
  }
  ALL(try, TRIES) {
    ALL(g, D->groups) {
      int *own = D->dealt + D->group[g].first;
      deal_group(D, &D->group[g], rng, own);
      ALL(k, D->group[g].n) if (own[k] < 0) return -WRONG;      /* a memory in which the cards have no place */
    }
    lay_out(D, &T->dealt, rng, D->dealt);
    int r = fits(T, &T->dealt, D->seat);
    if (r) return r < 0 ? r : 0;
  }
  return nudge(T, rng);
}
static void look_at_some(Thinker *T, uint64_t *rng, int count) {
  int n = 0, *order = T->order;
  if (count <= MOST_LOOKED_AT) for (; n < count; n++) order[n] = n;
  else for (int last = count - MOST_LOOKED_AT; last < count; last++) {
    int index = below(rng, last + 1), k = 0, at = n;
    while (k < n && order[k] != index) k++;
    if (k < n) index = last;
    for (; at > 0 && order[at - 1] > index; at--) order[at] = order[at - 1];
    order[at] = index; n++;
  }
  T->looked_at = n;
}
static void try_out(Thinker *T) { rw_copy(&T->trial, &T->dealt); }

/* ---- one look ahead */

static int choose_greedily(Thinker *T, uint64_t *rng, int seat, int count, int64_t deals) {
  double worth[MOST_LOOKED_AT], standing[PLAYERS], most = -1; unsigned char is_tried[MOST_LOOKED_AT]; int r, n = 0, any = 0;
  if (count == 1) return 0;
  look_at_some(T, rng, count);
  memset(is_tried, 0, sizeof is_tried);
  T->run.paid = 0; T->purse = deals * T->looked_at * EACH_STEPS;
  for (int64_t d = 0; d < deals && !is_empty(T); d++) {
    if ((r = deal(T, rng)) < 0) return r;
    ALL(k, T->looked_at) {
      if (is_empty(T) && any && !is_tried[k]) continue;
      uint64_t same = *rng;
      try_out(T);
      if ((r = roll_out(T, &T->trial, &same, seat, T->order[k], standing)) < 0) return r;
      worth[k] = is_tried[k] ? worth[k] + standing[seat] : 0.0 + standing[seat];
      is_tried[k] = 1; any = 1;
    }
  }
  ALL(k, T->looked_at) if (is_tried[k] && worth[k] > most) most = worth[k];
  ALL(k, T->looked_at) if (is_tried[k] && worth[k] >= most - 1e-9) T->order[n++] = T->order[k];
  return T->order[below(rng, n)];
}

/* ---- a tree of answers */

static int node_at(Thinker *T, int parent, int seat, int64_t number, int makes) {
  uint64_t place = mixed((uint64_t)parent * 0x9E3779B97F4A7C15ull + (uint64_t)number * 64 + (uint64_t)seat) & (uint64_t)(T->table_size - 1);
  for (;; place = (place + 1) & (uint64_t)(T->table_size - 1)) {
    int at = T->table[place];
    if (at >= 0) { Node *n = &T->nodes[at]; if (n->parent == parent && n->number == number && n->seat == seat) return at; continue; }
    if (!makes) return -1;
    at = T->table[place] = T->nodes_there++;
    T->nodes[at] = (Node){0, number, seat, 0, 1, parent, 0};
    return at;
  }
}
static double appeal(const Thinker *T, const Node *n) {
  return n->worth / n->visits + 0.5 * __builtin_sqrt((n->offered < LOGS ? T->logs[n->offered] : own_log(n->offered)) / n->visits);
}
/* The answer to look at now: one that was never tried, else the most appealing one. */
static int next_answer(Thinker *T, uint64_t *rng, int *node, int seat, int count) {
  int fresh = 0, best = -1; double most = 0;
  ALL(k, count) {
    int at = node_at(T, *node, seat, T->offered[k], 0);
    if (at >= 0) T->nodes[at].offered++; else fresh++;
  }
  if (fresh) {
    int left = below(rng, fresh);
    ALL(k, count) if (node_at(T, *node, seat, T->offered[k], 0) < 0 && !left--) { best = k; break; }
    *node = node_at(T, *node, seat, T->offered[best], 1);
    return best;
  }
  ALL(k, count) {
    double own = appeal(T, &T->nodes[node_at(T, *node, seat, T->offered[k], 0)]);
    if (best < 0 || own > most) { most = own; best = k; }
  }
  *node = node_at(T, *node, seat, T->offered[best], 0);
  return best;
}
static int iterate(Thinker *T, uint64_t *rng, int node, int index) {
  Run *R = &T->run; State *S = &T->trial; double standing[PLAYERS]; int r, seat;
  while (T->nodes[node].visits >= GROWTH && T->nodes_there < T->node_room) {
    if ((r = rw_answer(R, S, T->nodes[node].seat, index)) < 0) return r;
    R->paid += MOST_STEPS - S->budget[0];
    if (!r) break;
    int found[1 + 2 * PLAYERS];
    if ((r = rw_decide(R, S, found)) < 0) return r;
    seat = found[1];
    if ((r = rw_numbers(R, S, seat, T->offered, MOST_OPTIONS + 2)) < 0) return r;
    index = next_answer(T, rng, &node, seat, r);
  }
  if ((r = roll_out(T, S, rng, T->nodes[node].seat, index, standing)) < 0) return r;
  for (; node >= 0; node = T->nodes[node].parent) { T->nodes[node].visits++; T->nodes[node].worth += standing[T->nodes[node].seat]; }
  return 0;
}
static double mean_of(const Thinker *T, int k) { return T->nodes[k].worth / T->nodes[k].visits; }
/* Leaves the options in `order`, the best first, each with its mean; the roots are the first nodes. */
static int search(Thinker *T, uint64_t *rng, int seat, int count, int64_t iterations) {
  int r, rest[MOST_LOOKED_AT], n, rounds = 0, dealing = count / (MOST_LOOKED_AT + 1);
  look_at_some(T, rng, count);
  n = T->nodes_there = T->looked_at;
  memset(T->table, -1, (size_t)T->table_size * sizeof *T->table);
  ALL(k, n) { T->nodes[k] = (Node){0, 0, seat, 0, 0, -1, 0}; rest[k] = k; }
  T->run.paid = 0; T->purse = T->asks && !iterations ? -1 : (iterations > n ? iterations : n) * EACH_STEPS;
  while (n - 1 >> rounds) rounds++;
  ALL(round, rounds) {
    for (int64_t done = 0; !done || (iterations ? done < iterations / rounds && !is_empty(T) : T->nodes_there < T->node_room && T->ask(1) == GO_ON);) {
      if ((r = deal(T, rng)) < 0) return r;
      uint64_t same = *rng;
      ALL(k, n) {
        *rng = same;
        if (is_empty(T) && T->nodes[rest[k]].visits) continue;
        try_out(T);
        if ((r = iterate(T, rng, rest[k], T->order[rest[k]])) < 0) return r;
      }
      done += n + dealing;
    }
    for (int k = 1; k < n; k++) {           /* the better before the worse, as they stand among equals */
      int own = rest[k], j = k;
      for (; j > 0 && mean_of(T, rest[j - 1]) < mean_of(T, own); j--) rest[j] = rest[j - 1];
      rest[j] = own;
    }
    n = (n + 1) / 2;
  }
  int options[MOST_LOOKED_AT];
  ALL(k, T->looked_at) { options[k] = T->order[rest[k]]; T->means[k] = rounds ? mean_of(T, rest[k]) : 1.0; }
  memcpy(T->order, options, sizeof options);
  return T->order[0];
}
/* What a bot answers at the decision of a seat, or trouble. Its deals are of this position. */
static int think(Thinker *T, const State *S, const Eyes *E, int seat, int count, int kind, int64_t budget, uint64_t *rng) {
  if (kind == BY_CHANCE) return below(rng, count);
  if (count > 1) {
    T->options = rw_numbers(&T->run, (State *)S, seat, T->numbers, MOST_OPTIONS + 2);
    if (T->options < 0) return T->options;
    begin_dealing(&T->dealer, S, E, seat);
  }
  return kind == GREEDY ? choose_greedily(T, rng, seat, count, budget) : search(T, rng, seat, count, budget);
}
/* The same from outside: one bot at one decision after the other, which asks every now and then whether to go on. */
void rw_think_alone(Thinker *T, int kind, int64_t budget, Thought *thought, Ask ask) {
  T->kind = kind; T->budget = budget; T->thought = thought; T->ask = ask;
}
/* A game that is followed with the eyes of all seats: where it stands, and what each of them remembers. */
typedef struct { State state; Eyes eyes[PLAYERS]; int has_begun; } Followed;
int64_t rw_followed_size(void) { return (int64_t)sizeof(Followed); }
/* The next position, as what of it has changed; the first one is given whole. */
int rw_follow(Followed *W, uint64_t rng, const int32_t *row, int words) {
  unsigned char touched[ZONES]; int lifted = 0;
  if (!W->has_begun) { lay_nothing(&W->state); memset(W->eyes, 0, sizeof W->eyes); lifted = CARDS_THERE; }
  W->has_begun = 0;
  int r = put_changes(&W->state, rng, lifted, row, words);
  if (r < 0) return r;
  memset(touched, 0, sizeof touched);
  const int32_t *w = row + HEAD_OF_ROW;
  ALL(k, row[ZONES_GIVEN]) { touched[w[0]] = 1; w += 2 + w[1]; }
  ALL(p, PLAYERS) learn(&W->eyes[p], &W->state, p, touched);
  W->has_begun = 1;
  return 0;
}
/* What the seat that decides there would answer. Options, the best first, and their means are left in the thought; returns how many, or
   trouble. */
int rw_think(Thinker *T, Followed *W) {
  Thought *own = T->thought; int found[1 + 2 * PLAYERS];
  int many = W->has_begun ? rw_decide(&T->run, &W->state, found) : -WRONG;
  if (many < 0 || many != 1 || found[1] != own->seat || T->kind == BY_CHANCE) return many < 0 ? many : -WRONG;
  T->asks = own->asks; T->unasked = 0; T->ask_from = STEPS_UNASKED;
  int k = think(T, &W->state, &W->eyes[own->seat], own->seat, found[2], T->kind, T->budget, &own->rng);
  if (k < 0) return k;
  if (T->kind == GREEDY) { own->order[0] = k; own->means[0] = 1; return 1; }
  memcpy(own->order, T->order, (size_t)T->looked_at * sizeof *T->order); memcpy(own->means, T->means, (size_t)T->looked_at * sizeof *T->means);
  return T->looked_at;
}

/* ---- whole games between bots */

typedef struct { int32_t kind; int64_t budget; } Player;
/* Cards that a seat never gets: what lies where it could use it changes places with a card that looks the same and has its numbers, the last of where it
   began, else of where that is refilled from, else of another seat. The same as `withholding` of the table. Where nothing could be
   answered without it, it stays for a while: such games are left to the table. */
typedef struct { int32_t seat, card, home, refill; } Withheld;
typedef struct { const Player *players; const Withheld *withheld; int many; } Playing;
static int last_alike(State *S, int zone, const Playing *P, int card) {
  int found = -1;
  if (zone >= 0) EACH_CARD(c, zone) { int free_ = LOOK[c] == LOOK[card] && !(NUMBERS_ON[card] & ~NUMBERS_ON[c]) && S->host[c] < 0 && !S->guests[c]; ALL(k, P->many) free_ &= P->withheld[k].card != c; if (free_) found = c; }
  return found;
}
static int withhold(Thinker *T, State *S, const Playing *P, unsigned char *touched) {
  int any = 0;
  ALL(k, P->many) {
    const Withheld *w = &P->withheld[k]; int c = w->card, z = S->place[c], other = -1; int16_t map[CARDS];
    if (ZONE_OWNER[z] != w->seat || SEEN_BY[z] == SEEN_BY_NOBODY || S->host[c] >= 0 || S->guests[c]) continue;
    if (w->home != z) other = last_alike(S, w->home, P, c);
    if (other < 0 && w->refill != z) other = last_alike(S, w->refill, P, c);
    ALL(q, ZONES) if (other < 0 && FAMILY[q] == FAMILY[z] && ZONE_OWNER[q] != w->seat) other = last_alike(S, q, P, c);
    if (other < 0) continue;
    ALL(i, CARDS) map[i] = (int16_t)i;
    map[c] = (int16_t)other; map[other] = (int16_t)c;
    touched[z] = touched[S->place[other]] = 1;
    rw_copy(&T->other, S); rename_cards(S, &T->other, map);
    any = 1;
  }
  return any;
}
static int play_between(Run *R, Thinker *T, State *S, const Playing *P, uint64_t *rngs) {
  const Player *players = P->players;
  unsigned char touched[ZONES + CARDS]; int seat = 0, k = -1, count, looks = 0;
  ALL(p, PLAYERS) { looks |= players[p].kind != BY_CHANCE; T->eyes[p].has_looked = 0; T->eyes[p].rng = 0; memset(T->eyes[p].hidden, 0, CARDS); memset(T->eyes[p].known, 0, CARDS); }
  memset(touched, 0, sizeof touched);
  R->touched = looks ? touched : 0;
  while ((count = rw_step(R, S, k, &seat)) > 0) {
    count_steps(R, S);
    if ((k >= 0 && ++R->decisions > R->most) || R->spent > MOST_OF_GAME) { R->touched = 0; return -WRONG; }
    if (P->many && withhold(T, S, P, touched)) {
      int found[1 + 2 * PLAYERS], many = rw_decide(R, S, found);
      if (many <= 0 || found[2] <= 0) { R->touched = 0; return many < 0 ? many : -WRONG; }  /* the table knows what to do then */
      R->seat = seat = found[1]; R->count = count = found[2]; R->moves = MOST_MOVED + 1;
    }
    look_at(R, S);
    if (looks) {
      ALL(p, PLAYERS) if (players[p].kind != BY_CHANCE) {
        Eyes *E = &T->eyes[p];
        if (E->has_looked) ALL(c, CARDS_THERE) if (touched[ZONES + c]) touched[E->place[c]] = 1;
        learn(E, S, p, touched);
      }
      memset(touched, 0, sizeof touched);
    }
    k = think(T, S, &T->eyes[seat], seat, count, players[seat].kind, players[seat].budget, &rngs[seat]);
    if (k < 0) { R->touched = 0; return k; }
  }
  R->decisions += k >= 0 && !count; R->touched = 0;
  return count;
}
