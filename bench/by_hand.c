/* Three small games written by hand in C, with the loop of random games inside: how fast a machine can be at them.
   The same rules as in by_hand.py. Each function plays n games and returns the number of decisions. */
#include <stdint.h>

static uint64_t state;
static inline int below(int n) {
  state ^= state << 13; state ^= state >> 7; state ^= state << 17;
  return (int)((state >> 32) * (uint64_t)n >> 32);
}
static void shuffle(int8_t *a, int n) { for (int i = n - 1; i > 0; i--) { int j = below(i + 1); int8_t t = a[i]; a[i] = a[j]; a[j] = t; } }

/* ---- tic-tac-toe: the cells of each player as bits */

static const int LINES[8] = {7, 56, 448, 73, 146, 292, 273, 84};

long tic_tac_toe(int n, int players, uint64_t seed) {
  long decisions = 0;
  state = seed * 2654435761u + 88172645463325252u;
  for (int game = 0; game < n; game++) {
    int cells[2] = {0, 0}, won = 0;
    for (int player = 0; !won && (cells[0] | cells[1]) != 511; player = 1 - player) {
      int free[9], count = 0;
      for (int cell = 0; cell < 9; cell++) { free[count] = cell; count += !((cells[0] | cells[1]) >> cell & 1); }
      cells[player] |= 1 << free[below(count)];
      decisions++;
      for (int line = 0; line < 8; line++) won |= (cells[player] & LINES[line]) == LINES[line];
    }
  }
  return decisions;
}

/* ---- Leduc poker */

enum { FOLD, CALL, RAISE };

long leduc_poker(int n, int players, uint64_t seed) {
  long decisions = 0;
  state = seed * 2654435761u + 88172645463325252u;
  for (int game = 0; game < n; game++) {
    int8_t deck[6] = {1, 1, 2, 2, 3, 3};
    int paid[2] = {1, 1}, player = 0, agreed = 0, raises = 0;
    shuffle(deck, 6);
    for (int round = 1; round < 3;) {
      int due = paid[1 - player] - paid[player], first = due > 0 ? FOLD : CALL, last = raises < 2 ? RAISE : CALL;
      int move = first + below(last - first + 1);
      decisions++;
      if (move == FOLD) break;
      paid[player] += due > 0 ? due : 0;
      if (move == RAISE) { paid[player] += 2 * round; raises++; agreed = 1; } else agreed++;
      player = 1 - player;
      if (agreed == 2) { round++; agreed = raises = player = 0; }
    }
  }
  return decisions;
}

/* ---- Crazy Eights: a card is its suit times thirteen and its rank */

#define EIGHT 6
typedef struct { int8_t n, a[52]; } Hand;

long crazy_eights(int n, int players, uint64_t seed) {
  long decisions = 0;
  state = seed * 2654435761u + 88172645463325252u;
  for (int game = 0; game < n; game++) {
    int8_t deck[52]; Hand hand[7]; int left = 52, size = players == 2 ? 7 : 5, drawn = 0, plays = 0, idle = 0, over = 0;
    for (int c = 0; c < 52; c++) deck[c] = (int8_t)c;
    shuffle(deck, 52);
    for (int p = 0; p < players; p++) { hand[p].n = (int8_t)size; for (int k = 0; k < size; k++) hand[p].a[k] = deck[--left]; }
    int first = left - 1;
    while (deck[first] % 13 == EIGHT) first--;
    int top = deck[first], suit = top / 13, player = (below(players) + 1) % players;
    for (int k = first; k < left - 1; k++) deck[k] = deck[k + 1];
    left--;
    while (!over) {
      Hand *own = &hand[player]; int fits[52], count = 0, can_draw = left && drawn < 5;
      for (int k = 0; k < own->n; k++) {
        int card = own->a[k], rank = card % 13;
        fits[count] = k; count += card / 13 == suit || rank == top % 13 || rank == EIGHT;
      }
      int move = below(count + 1);
      decisions++;
      if (move == count && can_draw) { own->a[own->n++] = deck[--left]; drawn++; continue; }
      if (move == count) { idle += !left; over = idle > players; }
      else {
        top = own->a[fits[move]]; suit = top / 13; own->n--;
        for (int k = fits[move]; k < own->n; k++) own->a[k] = own->a[k + 1];
        idle = 0; over = !own->n || ++plays == 100;
        if (top % 13 == EIGHT && !over) { suit = below(4); decisions++; }
      }
      player = (player + 1) % players; drawn = 0;
    }
  }
  return decisions;
}
