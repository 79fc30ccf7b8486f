/*
** endgame.c: expectiminimax with alpha-beta bounds.
**
** A node is a decision of a player or of chance. All values are the expected lead of the player who
** decides at the root. The value of a chance node is the mean of its outcomes, so a bound is known
** only if each outcome has one. For this reason a chance node first tries one action after each
** outcome (Star2): if the player who then decides wants a low lead, the value of this action is an
** upper bound for the outcome. If the mean of these bounds already is too low, the outcomes are not
** searched further.
**
** Positions that are reached again have their bounds in a table. The first action to be tried is
** the one that was best before in this position, or else at this depth. The others follow in the
** order of their ratings by the lookahead, if tiles are left to draw.
*/
#include <math.h>
#include <string.h>
#include "search/endgame.h"
#include "carcassonne.h"
#include "carcassonne_search.h"
#include "model/definition.h"
#include "board/state.h"
#include "effect/majority.h"
#include "turn/action.h"
#include "turn/apply.h"
#include "search/evaluate.h"
#include "search/lookahead.h"
#include "search/tile_fit.h"

/*
** MAX_DEPTH: maximum number of decisions and draws to the end. ORDER_ROOM: number of actions of all
** decisions on a path.
*/
enum { MAX_DEPTH = 48, SOLVED_ROOM = 1 << 15, ORDER_ROOM = 1 << 14, MAX_DRAWS = 64 };

/* The bounds of a value of which nothing is known. */
#define LOWEST (-(double)INFINITY)
#define HIGHEST ((double)INFINITY)

/* What is known of a position: bounds of its value, and the action that was best. */
typedef struct solved_position {
  uint64_t hash; /* 0: empty */
  double low, high;
  carc_action best; /* 0: none */
} solved_position;

typedef struct rated_action {
  int index;
  float rating;
} rated_action;

typedef struct endgame {
  carc_search *x;
  carc_error *err;
  int player;     /* the player who decides at the root */
  uint64_t limit; /* the value of x->work at which the search gives up */
  bool given_up, failed;
  int n_ordered; /* number of actions in `order` that are in use */
  carc_state *at[MAX_DEPTH];
  carc_action reply[MAX_DEPTH]; /* the action that was best at this depth last */
  solved_position *solved;
  rated_action *order;
} endgame;

/* The bounds between which a value must be known exactly. */
typedef struct search_window {
  double low, high;
} search_window;

static double solve_position (endgame *e, int depth, search_window w);

/* ---- Memory ---------------------------------------------------------------------------------- */

static size_t lay_out_endgame (endgame *e, unsigned char *block, const carc_definition *d) {
  size_t at = 0;
  e->solved = take_of_block(block, &at, SOLVED_ROOM, sizeof *e->solved);
  e->order = take_of_block(block, &at, ORDER_ROOM, sizeof *e->order);
  for (int i = 0; i < MAX_DEPTH; i++) e->at[i] = take_of_block(block, &at, d->at.size, 1);
  return at;
}

/* ---- Positions ------------------------------------------------------------------------------- */

static bool stops (const endgame *e) { return e->given_up || e->failed; }

/* Gives up; the result has no meaning. */
static double give_up (endgame *e) {
  e->given_up = true;
  return 0;
}

static double lead (endgame *e, const carc_state *s) {
  evaluation result = carcX_evaluate(e->x, s);
  return carcX_margin(e->x, &result, e->player);
}

/* Applies an action of the state at a depth. Draws wait for the search. Returns false to stop. */
static bool step_to (endgame *e, int depth, int index) {
  if (depth + 1 == MAX_DEPTH || e->x->work >= e->limit) {
    e->given_up = true;
    return false;
  }
  carc_state_clone(e->x->d, e->at[depth + 1], e->at[depth]);
  carc_call c = begin_call(e->x->d, e->at[depth + 1], e->err);
  c.stepwise = true;
  carcT_apply_decision(&c, index);
  count_work(e->x, &c);
  e->failed |= c.failed;
  return !c.failed;
}

/*
** The place of a position in the table. A later position with the same place replaces it. Some
** fields affect the rest of the game although players do not see them.
*/
static solved_position *recall (const endgame *e, const carc_state *s) {
  uint64_t hash = carc_state_hash(e->x->d, s) ^ (uint64_t)s->put_back << 48 ^
                  (e->x->d->copies != 0 ? (uint64_t)s->order.count << 32 : 0);
  solved_position *known = &e->solved[hash % SOLVED_ROOM];
  if (known->hash != hash) *known = (solved_position){hash, LOWEST, HIGHEST, 0};
  return known;
}

/* ---- Order of actions ------------------------------------------------------------------------ */

/* Sorts the actions by their ratings for the player who decides; the best comes first. */
static bool rate_actions (endgame *e, const carc_state *s, rated_action *list) {
  carc_search *x = e->x;
  int player = carc_state_current_player(x->d, s), n = s->n_actions;
  size_t size = (size_t)n * sizeof(evaluation);
  evaluation *all = carcM_alloc_memory(x->d, size);
  if (all == NULL) {
    carcU_fail(e->err, CARC_ERR_MEMORY, 0, "not enough memory");
    e->failed = true;
    return false;
  }
  carcX_count_unseen_tiles(x, s, player);
  e->failed |= !carcX_evaluate_actions(x, s, all, e->err);
  for (int i = 0; i < n && !e->failed; i++) {
    rated_action one = {i, (float)carcX_margin(x, &all[i], player)};
    int at = i;
    for (; at > 0 && list[at - 1].rating < one.rating; at--) list[at] = list[at - 1];
    list[at] = one;
  }
  carcM_free_memory(x->d, all, size);
  return !e->failed;
}

/* Lists the actions of a decision in the order in which to try them. NULL to stop. */
static rated_action *list_actions (endgame *e, const carc_state *s) {
  rated_action *list = e->order + e->n_ordered;
  if (e->n_ordered + s->n_actions > ORDER_ROOM) {
    e->given_up = true;
    return NULL;
  }
  e->n_ordered += s->n_actions;
  if (s->n_bag > 0 && s->n_actions > 1) return rate_actions(e, s, list) ? list : NULL;
  for (int i = 0; i < s->n_actions; i++) list[i] = (rated_action){i, 0};
  return list;
}

/* ---- Decisions of players -------------------------------------------------------------------- */

static bool wants_high (const endgame *e, const carc_state *s) {
  return carc_state_current_player(e->x->d, s) == e->player;
}

/* The index of the action to be tried before others; -1 if none is known. */
static int find_first (const endgame *e, int depth, const solved_position *known) {
  const carc_state *s = e->at[depth];
  int index = known->best != 0 ? carc_state_action_index(e->x->d, s, known->best) : -1;
  if (index < 0 && e->reply[depth] != 0) index = carc_state_action_index(e->x->d, s, e->reply[depth]);
  return index;
}

/* A decision whose actions are being tried. */
typedef struct action_trial {
  bool high; /* the player wants a high value */
  search_window w;
  double value;
  int best;
} action_trial;

/* Tries an action. Returns false if no other action needs to be tried. */
static bool try_index (endgame *e, int depth, int index, action_trial *t) {
  if (!step_to(e, depth, index)) return false;
  double value = solve_position(e, depth + 1, t->w);
  if (stops(e)) return false;
  if (t->best >= 0 && (t->high ? value <= t->value : value >= t->value)) return true;
  t->value = value;
  t->best = index;
  if (t->high && value > t->w.low) t->w.low = value;
  if (!t->high && value < t->w.high) t->w.high = value;
  return t->w.low < t->w.high;
}

static void try_others (endgame *e, int depth, int first, action_trial *t) {
  const carc_state *s = e->at[depth];
  int n = s->n_actions, n_ordered = e->n_ordered;
  const rated_action *list = list_actions(e, s);
  for (int i = 0; list != NULL && i < n; i++)
    if (list[i].index != first && !try_index(e, depth, list[i].index, t)) break;
  e->n_ordered = n_ordered;
}

/* The value of a decision; outside of the window, only a bound. */
static double solve_decision (endgame *e, int depth, search_window w, const solved_position *known) {
  const carc_state *s = e->at[depth];
  int first = find_first(e, depth, known);
  action_trial t = {wants_high(e, s), w, 0, -1};
  if (first < 0 || try_index(e, depth, first, &t)) try_others(e, depth, first, &t);
  if (!stops(e)) e->reply[depth] = carc_state_action(e->x->d, s, t.best);
  return t.value;
}

/* ---- Decisions of chance --------------------------------------------------------------------- */

/* The outcomes of chance, with their probabilities, and bounds of the values after them. */
typedef struct chance_outcomes {
  int n;
  double share[MAX_DRAWS], low[MAX_DRAWS], high[MAX_DRAWS];
} chance_outcomes;

/* The mean of bounds, without the outcome `except`; -1 for none. */
static double mean_of (const chance_outcomes *o, const double *bounds, int except) {
  double sum = 0;
  for (int i = 0; i < o->n; i++)
    if (i != except) sum += o->share[i] * bounds[i];
  return sum;
}

/* Tries one action after an outcome. Its value is a bound of the outcome. */
static void probe_outcome (endgame *e, int depth, int i, chance_outcomes *o) {
  const carc_state *s = e->at[depth + 1];
  const search_window open = {LOWEST, HIGHEST};
  if (!step_to(e, depth, i)) return;
  solved_position *known = recall(e, s);
  if (s->n_actions > 1 && !waits_for_chance(s) && known->low == LOWEST && known->high == HIGHEST) {
    int first = find_first(e, depth + 1, known), n_ordered = e->n_ordered;
    const rated_action *list = first < 0 ? list_actions(e, s) : NULL;
    action_trial t = {wants_high(e, s), open, 0, -1};
    if (list != NULL) first = list[0].index;
    e->n_ordered = n_ordered;
    if (stops(e)) return;
    try_index(e, depth + 1, first, &t);
    if (stops(e)) return;
    known = recall(e, s);
    *(t.high ? &known->low : &known->high) = t.value;
    known->best = carc_state_action(e->x->d, s, first);
  }
  o->low[i] = known->low;
  o->high[i] = known->high;
}

/* The bounds between which an outcome must be known, so that the mean is known in the window. */
static search_window window_of_outcome (const chance_outcomes *o, int i, search_window w) {
  return (search_window){(w.low - mean_of(o, o->high, i)) / o->share[i],
                         (w.high - mean_of(o, o->low, i)) / o->share[i]};
}

static double lower (double a, double b) { return a < b ? a : b; }
static double higher (double a, double b) { return a > b ? a : b; }

/* Solves the outcomes, until it is certain whether their mean is in the window. */
static double solve_outcomes (endgame *e, int depth, search_window w, chance_outcomes *o) {
  for (int i = 0; i < o->n; i++) {
    double highest = mean_of(o, o->high, -1), lowest = mean_of(o, o->low, -1);
    if (highest <= w.low) return highest;
    if (lowest >= w.high) return lowest;
    search_window own = window_of_outcome(o, i, w);
    if (!step_to(e, depth, i)) return 0;
    double value = solve_position(e, depth + 1, own);
    if (stops(e)) return 0;
    if (value > own.low) o->low[i] = value;
    if (value < own.high) o->high[i] = value;
    if (value <= own.low) return lower(mean_of(o, o->high, -1), w.low);
    if (value >= own.high) return higher(mean_of(o, o->low, -1), w.high);
  }
  return mean_of(o, o->low, -1);
}

static double solve_chance (endgame *e, int depth, search_window w) {
  const carc_state *s = e->at[depth];
  chance_outcomes o = {.n = s->n_actions};
  carc_action unused[MAX_DRAWS];
  if (o.n > MAX_DRAWS) return give_up(e);
  carc_state_chance_outcomes(e->x->d, s, unused, o.share, MAX_DRAWS);
  if (o.n == 1) return step_to(e, depth, 0) ? solve_position(e, depth + 1, w) : 0;
  bool bounded = w.low > LOWEST || w.high < HIGHEST;
  for (int i = 0; i < o.n; i++) {
    o.low[i] = LOWEST;
    o.high[i] = HIGHEST;
    if (bounded && !stops(e)) probe_outcome(e, depth, i, &o);
  }
  return stops(e) ? 0 : solve_outcomes(e, depth, w, &o);
}

/* ---- All positions --------------------------------------------------------------------------- */

/* Stores a value as far as the window lets it be known. */
static void remember (endgame *e, int depth, search_window w, double value) {
  solved_position *known = recall(e, e->at[depth]);
  if (value > w.low && value > known->low) known->low = value;
  if (value < w.high && value < known->high) known->high = value;
  known->best = e->reply[depth];
}

static double solve_position (endgame *e, int depth, search_window w) {
  const carc_state *s = e->at[depth];
  if (s->n_actions == 0) return lead(e, s);
  if (waits_for_chance(s)) return solve_chance(e, depth, w);
  solved_position none = {0, LOWEST, HIGHEST, 0};
  bool stores = s->decision != DECISION_DEPLOY;
  const solved_position *known = stores ? recall(e, s) : &none;
  if (known->low >= w.high || known->low == known->high) return known->low;
  if (known->high <= w.low) return known->high;
  double value = solve_decision(e, depth, w, known);
  if (stores && !stops(e)) remember(e, depth, w, value);
  return value;
}

/* ---- The root -------------------------------------------------------------------------------- */

static void solve_root (endgame *e, bool all, double *values) {
  const carc_state *s = e->at[0];
  double best = LOWEST;
  const rated_action *list = list_actions(e, s);
  for (int i = 0; list != NULL && i < s->n_actions && !stops(e); i++) {
    search_window w = {all ? LOWEST : best, HIGHEST};
    double value = step_to(e, 0, list[i].index) ? solve_position(e, 1, w) : 0;
    if (stops(e)) break;
    if (value > w.low) values[list[i].index] = value;
    if (value > best) best = value;
  }
}

bool carcX_can_solve (const carc_search *x, const carc_state *s, int tiles) {
  int left = s->n_bag + (x->d->n_groups > 0 ? s->n_aside : 0) + (s->decision == DECISION_PLACE);
  return left <= tiles && x->d->players == 2 && x->d->n_teams == 0 && !x->hides &&
         x->d->victory.kind != CARC_VICTORY_COOPERATIVE;
}

bool carcX_solve (carc_search *x, const carc_state *state, uint64_t work, bool all, double *values,
                  carc_error *err) {
  endgame e = {
      .x = x, .err = err, .player = carc_state_current_player(x->d, state), .limit = end_of_work(x, work)};
  size_t size = lay_out_endgame(&e, NULL, x->d);
  unsigned char *block = carcM_alloc_memory(x->d, size);
  for (int i = 0; i < state->n_actions; i++) values[i] = (double)NAN;
  if (block == NULL) {
    carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory");
    return false;
  }
  lay_out_endgame(&e, block, x->d);
  memset(e.solved, 0, SOLVED_ROOM * sizeof *e.solved);
  carc_state_clone(x->d, e.at[0], state);
  solve_root(&e, all, values);
  carcM_free_memory(x->d, block, size);
  for (int i = 0; i < state->n_actions && e.given_up; i++) values[i] = (double)NAN;
  return !e.failed && !x->reading.failed;
}
