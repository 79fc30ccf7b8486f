/*
** tree.c: Monte-Carlo tree search.
**
** A node is a decision of the current turn, identified by the hash of its state. Draws are not
** nodes. If a state is reached in several ways, or again later in the turn, its visits share one
** node.
**
** A new node gets the actions that the lookahead rates best, with their ratings. Selection takes
** the action with the best PUCT score. The simulation plays some turns by the lookahead and
** evaluates the state after them. There are no nodes of later turns, because such nodes would make
** the search weaker: draws make each such node so rare that most visits would go to bad actions.
** Game number k after each action of the root has the same draws, so that differences between
** actions are not due to luck.
*/
#include <math.h>
#include <string.h>
#include "search/tree.h"
#include "carcassonne.h"
#include "carcassonne_search.h"
#include "util/random.h"
#include "util/square_root.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/state.h"
#include "effect/majority.h"
#include "turn/action.h"
#include "turn/apply.h"
#include "search/evaluate.h"
#include "search/lookahead.h"
#include "search/tile_fit.h"

enum { DEEPEST = 64, ROOTS = 1024, GAMES_PER_DEAL = 16 };

/* An action of a node: its rating by the lookahead, its visits, and the sum of its results. */
typedef struct tree_edge {
  carc_action action;
  double rating, sum;
  int n;
} tree_edge;

typedef struct tree_node {
  uint64_t hash; /* 0: empty */
  int player, visits, n;
  double surprise;     /* sum of the results minus the ratings of their actions */
  tree_edge *branches; /* n edges; the best rated comes first */
} tree_node;

/* A decision on the path from the root. */
typedef struct tree_step {
  tree_node *at;
  tree_edge *taken;
} tree_step;

struct tree {
  carc_tree_options options;
  int room, n_nodes; /* room: size of the hash table, at least twice the number of nodes */
  tree_node *nodes;
  tree_edge *branches;
  carc_state *played, *dealt; /* dealt: the determinized state */
  uint64_t dealt_of;          /* hash of the root that it determinizes; 0: none */
  int deal_left;              /* number of games that may still begin with it */
  uint32_t turn;              /* number of the current turn, as in `order` */
  int depth;
  tree_step way[DEEPEST];
  double inverse_root[ROOTS]; /* 1 / sqrt(n + 1) */
};

/* ---- Memory ---------------------------------------------------------------------------------- */

static size_t lay_out_tree (struct tree *t, unsigned char *block, const carc_definition *d) {
  const carc_tree_options *o = &t->options;
  size_t at = sizeof *t;
  t->room = 64;
  while (t->room < 2 * o->nodes) t->room *= 2;
  t->nodes = take_of_block(block, &at, (size_t)t->room, sizeof *t->nodes);
  t->branches = take_of_block(block, &at, (size_t)o->nodes * (size_t)o->candidates, sizeof *t->branches);
  t->played = take_of_block(block, &at, d->at.size, 1);
  t->dealt = take_of_block(block, &at, d->at.size, 1);
  return at;
}

size_t carcX_tree_size (const carc_definition *d, const carc_tree_options *options) {
  struct tree t = {.options = *options};
  return lay_out_tree(&t, NULL, d);
}

static void clear_tree (struct tree *t) {
  memset(t->nodes, 0, (size_t)t->room * sizeof *t->nodes);
  t->n_nodes = 0;
}

/*
** Piecewise linear approximation of the logarithm. It needs no library, and its results are the
** same on every platform.
*/
static double logarithm (double x) {
  const double of_two = 0.6931471805599453;
  int whole = 0;
  for (; whole < 1024 && x >= 2; whole++) x /= 2;
  return (whole + x - 1) * of_two;
}

void carcX_tree_init (carc_search *x, void *memory, const carc_tree_options *options) {
  x->tree = memory;
  *x->tree = (struct tree){.options = *options};
  lay_out_tree(x->tree, memory, x->d);
  for (int i = 0; i < ROOTS; i++) x->tree->inverse_root[i] = 1 / square_root(i + 1);
  clear_tree(x->tree);
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

/* Hash of the state as the player who decides sees it. */
static uint64_t hash_of (const carc_search *x, const carc_state *s) {
  int player = carc_state_current_player(x->d, s);
  uint64_t hash = x->hides ? carc_state_hash_for(x->d, s, player < 0 ? CARC_SPECTATOR : player)
                           : carc_state_hash(x->d, s);
  return hash != 0 ? hash : 1;
}

/* The node with this hash; if there is none, the empty place for it. */
static tree_node *place_of (const struct tree *t, uint64_t hash) {
  uint64_t last = (uint64_t)t->room - 1, at = hash & last;
  while (t->nodes[at].hash != 0 && t->nodes[at].hash != hash) at = (at + 1) & last;
  return &t->nodes[at];
}

/* Adds an action to a node if it is among the best candidates. */
static void add_edge (const struct tree *t, tree_node *to, carc_action action, double rating) {
  int i = to->n;
  if (i == t->options.candidates && to->branches[i - 1].rating >= rating) return;
  if (i < t->options.candidates) to->n = ++i;
  for (i--; i > 0 && to->branches[i - 1].rating < rating; i--) to->branches[i] = to->branches[i - 1];
  to->branches[i] = (tree_edge){.action = action, .rating = rating};
}

static bool is_turn_at_hand (const struct tree *t, const carc_state *s) { return s->order.count == t->turn; }

/* Whether a simulation ends with the first decision of this turn. */
static bool is_last_turn (const struct tree *t, const carc_state *s) {
  return turns_of(&s->order) - (int)(t->turn % ROUND_UNIT) > t->options.turns;
}

/* Adds a node; NULL if the table is full. */
static tree_node *add_node (const carc_search *x, const carc_state *s, const evaluation *all, int player) {
  struct tree *t = x->tree;
  if (t->n_nodes == t->options.nodes) return NULL;
  tree_node *to = place_of(t, hash_of(x, s));
  *to = (tree_node){.hash = hash_of(x, s),
                    .player = player,
                    .branches = t->branches + (size_t)t->n_nodes * (size_t)t->options.candidates};
  t->n_nodes++;
  for (int i = 0; i < s->n_actions; i++)
    add_edge(t, to, carc_state_action(x->d, s, i), carcX_margin(x, &all[i], player));
  return to;
}

/*
** The mean of the results of an action and its rating, which counts as some results. The ratings of
** a node are first moved by the mean difference of results and ratings, because results are lower
** than ratings in most nodes. Otherwise the actions with the fewest visits would look best.
*/
static double value_of_edge (const struct tree *t, const tree_node *at, const tree_edge *b) {
  double prior = t->options.prior, surprise = at->visits > 0 ? at->surprise / at->visits : 0;
  return (b->sum + prior * (b->rating + surprise)) / (b->n + prior);
}

/* PUCT score of an action: its value, plus a bonus that falls as the number of its visits grows. */
static double puct_score (const struct tree *t, const tree_node *at, const tree_edge *b, double explore) {
  return value_of_edge(t, at, b) + explore * t->inverse_root[b->n < ROOTS ? b->n : ROOTS - 1];
}

static tree_edge *select_edge (const struct tree *t, const tree_node *at) {
  tree_edge *best = at->branches;
  double explore = t->options.explore * square_root(logarithm(at->visits + 2.0)),
         best_score = puct_score(t, at, best, explore);
  for (int i = 1; i < at->n; i++) {
    double score = puct_score(t, at, &at->branches[i], explore);
    if (score <= best_score) continue;
    best_score = score;
    best = &at->branches[i];
  }
  return best;
}

/* ---- Simulation ------------------------------------------------------------------------------ */

/* The ratings of all actions by the lookahead; the caller frees them. NULL on failure. */
static evaluation *evaluate_leaf (carc_search *x, const carc_state *s, carc_error *err) {
  size_t size = (size_t)s->n_actions * sizeof(evaluation);
  evaluation *all = carcM_alloc_memory(x->d, size);
  if (all == NULL) {
    carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory");
    return NULL;
  }
  carcX_count_unseen_tiles(x, s, carc_state_current_player(x->d, s));
  if (carcX_evaluate_candidates(x, s, 2 * x->tree->options.candidates, all, err)) return all;
  carcM_free_memory(x->d, all, size);
  return NULL;
}

/* Lets the state's random generator make a draw, or answer what a script asks of chance. */
static void decide_chance (carc_call *c) {
  carc_state *s = c->s;
  if (s->decision == DECISION_DRAW) {
    carcT_apply_draw(c, const_bag_of(c->d, s)[random_below(&s->generator, s->n_bag)]);
    return;
  }
  int left = (int)random_below(&s->generator, (uint32_t)carcT_sum_weights(c->d, s)), i = 0;
  while (left >= const_weights_of(c->d, s)[i]) left -= const_weights_of(c->d, s)[i++];
  carcT_apply_decision(c, i);
}

/* Applies an action and the outcomes of chance that follow it. Returns false if a script failed. */
static bool apply_edge (carc_search *x, carc_state *s, int index, carc_error *err) {
  carc_call c = begin_call(x->d, s, err);
  carcT_apply_decision(&c, index);
  count_work(x, &c);
  while (UNLIKELY(x->d->manual) && !c.failed && s->n_actions > 0 && waits_for_chance(s)) decide_chance(&c);
  return !c.failed;
}

static bool is_spent (const carc_search *x) { return x->work >= x->work_limit; }

/*
** Plays some turns by the lookahead, or fewer if the work is done, and evaluates the result. If the
** first state belongs to the current turn, it becomes a node.
*/
static bool play_on (carc_search *x, carc_state *s, evaluation *out, carc_error *err) {
  bool first = true;
  for (; s->n_actions > 0 && !is_spent(x); first = false) {
    int player = carc_state_current_player(x->d, s), n = s->n_actions;
    bool last = is_last_turn(x->tree, s);
    bool node = first && is_turn_at_hand(x->tree, s);
    x->quick = !node;
    evaluation *all = evaluate_leaf(x, s, err);
    x->quick = false;
    if (all == NULL) return false;
    if (node) add_node(x, s, all, player);
    int best = carcX_best_action_for(x, player, all, n);
    *out = all[best];
    carcM_free_memory(x->d, all, (size_t)n * sizeof *all);
    if (last) return true;
    if (!apply_edge(x, s, best, err)) return false;
  }
  *out = carcX_evaluate(x, s);
  return !x->reading.failed;
}

/* Follows the best edges until a state has no node or the turn is over. */
static bool select_leaf (carc_search *x, carc_state *s, carc_error *err) {
  struct tree *t = x->tree;
  for (t->depth = 0; t->depth < DEEPEST && s->n_actions > 0 && is_turn_at_hand(t, s);) {
    tree_node *at = place_of(t, hash_of(x, s));
    if (at->hash == 0) break;
    tree_edge *taken = select_edge(t, at);
    int index = carc_state_action_index(x->d, s, taken->action);
    if (index < 0) break; /* the action is not legal in this determinization */
    t->way[t->depth++] = (tree_step){at, taken};
    if (!apply_edge(x, s, index, err)) return false;
  }
  return true;
}

static void backpropagate (const carc_search *x, const evaluation *result) {
  struct tree *t = x->tree;
  for (int i = 0; i < t->depth; i++) {
    double lead = carcX_margin(x, result, t->way[i].at->player);
    t->way[i].at->visits++;
    t->way[i].at->surprise += lead - t->way[i].taken->rating;
    t->way[i].taken->n++;
    t->way[i].taken->sum += lead;
  }
}

/* Runs one iteration from the root. */
static bool run_iteration (carc_search *x, const tree_node *root, const carc_state *state, uint64_t seed,
                           carc_error *err) {
  struct tree *t = x->tree;
  evaluation result;
  carc_state_clone(x->d, t->played, state);
  carc_state_reseed(x->d, t->played, seed + (uint64_t)select_edge(t, root)->n);
  if (!select_leaf(x, t->played, err) || !play_on(x, t->played, &result, err)) return false;
  backpropagate(x, &result);
  return true;
}

/*
** Determinizes the state. The result is used for several iterations, also of later calls, because a
** determinization replays the whole game. The draws differ in each iteration, so a single deal has
** little weight.
*/
static bool deal_hidden (carc_search *x, const tree_node *root, const carc_state *state, uint64_t seed,
                         carc_error *err) {
  struct tree *t = x->tree;
  if (t->dealt_of == root->hash && t->deal_left-- > 0) return true;
  count_replays(x, state);
  t->deal_left = GAMES_PER_DEAL - 1;
  t->dealt_of = 0;
  seed += (uint64_t)root->visits;
  if (carc_state_determinize(x->d, state, root->player, seed, t->dealt, err) != CARC_OK) return false;
  t->dealt_of = root->hash;
  return true;
}

/* Finds or adds the node of a state; NULL on failure. */
static tree_node *root_of (carc_search *x, const carc_state *s, int player, carc_error *err) {
  struct tree *t = x->tree;
  tree_node *root = place_of(t, hash_of(x, s));
  if (root->hash != 0) return root;
  if (2 * t->n_nodes > t->options.nodes) clear_tree(t);
  evaluation *all = evaluate_leaf(x, s, err);
  if (all == NULL) return NULL;
  root = add_node(x, s, all, player);
  carcM_free_memory(x->d, all, (size_t)s->n_actions * sizeof *all);
  return root;
}

bool carcX_run_tree_search (carc_search *x, const carc_state *state, int player, int iterations,
                            uint64_t work, uint64_t seed, carc_error *err) {
  x->work_limit = end_of_work(x, work);
  const tree_node *root = root_of(x, state, player, err);
  if (root == NULL) return false;
  x->tree->turn = state->order.count;
  for (int i = 0; i < iterations && (i == 0 || !is_spent(x)); i++) {
    if (x->hides && !deal_hidden(x, root, state, seed, err)) return false;
    if (!run_iteration(x, root, x->hides ? x->tree->dealt : state, seed, err)) return false;
  }
  return true;
}

bool carcX_evaluations_of (const carc_search *x, const carc_state *s, double *ratings, int *visits) {
  const tree_node *root = place_of(x->tree, hash_of(x, s));
  for (int i = 0; i < s->n_actions; i++) {
    ratings[i] = (double)NAN;
    visits[i] = 0;
  }
  for (int i = 0; root->hash != 0 && i < root->n; i++) {
    const tree_edge *b = &root->branches[i];
    int index = carc_state_action_index(x->d, s, b->action);
    if (index < 0 || b->n == 0) continue;
    ratings[index] = value_of_edge(x->tree, root, b);
    visits[index] = b->n;
  }
  return root->hash != 0;
}
