/*
** victory.c: who wins, and when the rule of victory ends the game.
*/
#include "board/victory.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/* The players who can no longer win, as bits. */
static unsigned defeated (const carc_definition *d, const carc_state *s) {
  return d->victory.kind == CARC_VICTORY_ELIMINATION ? s->absent : s->losing;
}

/* The players who can still win, as bits. */
static unsigned contenders (const carc_definition *d, const carc_state *s) {
  return ((1u << d->players) - 1) & ~defeated(d, s);
}

/* The contenders who have the most points, and these points. */
static unsigned find_leaders (const carc_definition *d, const carc_state *s, int *most) {
  unsigned who = 0;
  for (unsigned left = contenders(d, s); left != 0; left &= left - 1) {
    int player = lowest_bit(left), score = sum_of_team(d, s->score, player);
    if (who != 0 && score < *most) continue;
    if (who == 0 || score > *most) who = 0;
    *most = score;
    who |= 1u << player;
  }
  return who;
}

/* Whether the players of a cooperative game have the points of the target. */
static bool has_common_target (const carc_definition *d, const carc_state *s) {
  if (!d->victory.each) return sum_of_team(d, s->score, 0) >= d->victory.points;
  for (unsigned left = contenders(d, s); left != 0; left &= left - 1)
    if (s->score[lowest_bit(left)] < d->victory.points) return false;
  return true;
}

unsigned carc_state_winners (const carc_definition *def, const carc_state *state) {
  int most = 0;
  if (def->victory.kind == CARC_VICTORY_COOPERATIVE)
    return has_common_target(def, state) ? contenders(def, state) : 0;
  return find_leaders(def, state, &most);
}

bool carcB_is_race_won (const carc_definition *d, const carc_state *s) {
  int most = 0;
  return d->victory.kind == CARC_VICTORY_RACE && find_leaders(d, s, &most) != 0 && most >= d->victory.points;
}

/*
** A cooperative game goes on while a player can win. Other games are decided if at most one team
** can.
*/
bool carcB_is_game_decided (const carc_definition *d, const carc_state *s) {
  unsigned all = (1u << d->players) - 1, left = contenders(d, s);
  bool cooperative = d->victory.kind == CARC_VICTORY_COOPERATIVE;
  bool alone = left != 0 && (left & ~(unsigned)d->team[lowest_bit(left)]) == 0;
  if ((all & ~(unsigned)s->absent) == 0) return true;
  return cooperative ? left == 0 : alone && d->players > 1;
}
