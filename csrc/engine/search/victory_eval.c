/*
** victory_eval.c: estimates when a race ends, and rates games that are won or lost.
**
** In a race, points count if they come before the end. So features have only the tiles of the turns
** that the leader still needs, and points of the final scoring count as much as a final scoring is
** probable.
*/
#include "search/victory_eval.h"
#include "carcassonne.h"
#include "carcassonne_search.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/* Points that a player usually makes in a turn, and the number of turns for which this counts. */
enum { USUAL_PACE = 2, USUAL_TURNS = 20 };

enum { WON_GAME = 50 /* points that a won game is worth in addition to its points */ };

/* ---- The end of a race ----------------------------------------------------------------------- */

/* The number of turns in which the player's team reaches the target at its pace so far. */
static double turns_to_target (const carc_definition *d, const carc_state *s, int player) {
  double points = sum_of_team(d, s->score, player), missing = d->victory.points - points;
  double turns = rounds_of(&s->order) - 1 + USUAL_TURNS;
  double pace = (points + count_bits(d->team[player]) * USUAL_PACE * USUAL_TURNS) / turns;
  return missing <= 0 ? 0 : pace <= 0 ? missing : missing / pace;
}

static double turns_of_race (const carc_definition *d, const carc_state *s, double turns) {
  double fewest = 4 * turns;
  for (int p = 0; p < d->players; p++) {
    double needed = s->losing >> p & 1 ? fewest : turns_to_target(d, s, p);
    if (needed < fewest) fewest = needed;
  }
  return fewest;
}

void carcX_expect_end (carc_search *x, const carc_state *s) {
  x->horizon = x->finishes = 1;
  if (LIKELY(x->d->victory.kind != CARC_VICTORY_RACE) || x->blind || x->to_come == 0) return;
  double turns = (double)x->to_come / x->d->players, needed = turns_of_race(x->d, s, turns);
  double ratio = needed / turns, power = ratio * ratio * ratio * ratio;
  double least = turns < 1 ? 1 : 1 / turns;
  x->finishes = power / (power + 1);
  x->horizon = ratio > 1 ? 1 : ratio < least ? least : ratio;
  x->to_come = (int)(x->to_come * x->horizon + 0.5);
}

/* ---- Won and lost games ---------------------------------------------------------------------- */

static double fewest_points (const carc_definition *d, const carc_state *s, const evaluation *e) {
  double fewest = 0;
  bool first = true;
  for (int p = 0; p < d->players; p++) {
    if ((s->losing >> p & 1) != 0 || (!first && e->of[p] >= fewest)) continue;
    fewest = e->of[p];
    first = false;
  }
  return fewest;
}

evaluation carcX_value_victory (const carc_search *x, const carc_state *s, const evaluation *e) {
  const carc_definition *d = x->d;
  evaluation more = {{0}};
  unsigned winners = s->decision == DECISION_END ? carc_state_winners(d, s) : 0;
  for (unsigned left = winners; left != 0; left &= left - 1)
    more.of[lowest_bit(left)] += (double)WON_GAME / count_bits(winners);
  if (d->victory.kind == CARC_VICTORY_ELIMINATION)
    for (int p = 0; p < d->players; p++) more.of[p] -= s->absent >> p & 1 ? WON_GAME : 0;
  /* The player with the fewest points decides, so these points count for each player again. */
  if (d->victory.each) more.of[0] += d->players * fewest_points(d, s, e);
  return more;
}
