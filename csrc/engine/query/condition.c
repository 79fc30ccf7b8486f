/* condition.c: evaluates the conditions of hooks and phases. */
#include "query/condition.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "board/feature.h"
#include "board/state.h"
#include "query/narrowing.h"
#include "query/query.h"

/* Number of rows of a hook; the maximum number if it is unknown. */
static int count_rows (const carc_definition *d, carc_hook hook) {
  int n = d->hooks.n_rows[hook];
  return n > 0 && n < CARC_MAX_ROWS ? n : CARC_MAX_ROWS;
}

void carcQ_set_subject (carc_call *c, query *q) {
  if (c->about != NULL) carcQ_set_this(q, c->about);
  q->final = c->final;
  q->call = c;
  q->majority = c->deciding ? NULL : c->majority;
}

/* Whether a condition about a tile of this type is false because of what is printed. */
static bool is_shut_by_print (const carc_definition *d, const carc_state *s, int when, int type) {
  const selector *f = &d->selectors[when];
  return f->printed_on[type] == 0 && (s->ever_flipped & f->attribute.of_segments) == 0;
}

/* ---- Numbers of the game and of players ------------------------------------------------------ */

/*
** Subject of a condition: its player, and whether it has a feature. If the subject has a feature,
** some variables have a different meaning.
*/
typedef struct subject {
  int player;
  bool has_feature;
} subject;

/*
** Gets a number of the game or of a player. Returns false if the number requires a search of the
** board.
*/
static bool plain_number (const carc_definition *d, const carc_state *s, int variable, subject of,
                          int32_t *out) {
  if (variable == BUILT_IN_SPANS) {
    *out = s->spans_laid;
  } else if (variable == BUILT_IN_TURNS) {
    *out = turns_of(&s->order);
  } else if (variable == BUILT_IN_ROUNDS) {
    *out = rounds_of(&s->order);
  } else if (variable == BUILT_IN_FURTHER) {
    *out = s->order.further;
  } else if (variable == BUILT_IN_PASSED) {
    *out = s->passed;
  } else if (variable == BUILT_IN_COMPLETES && !of.has_feature) {
    *out = carcB_was_completed(d, s, NO_FEATURE);
  } else if (variable == BUILT_IN_POINTS && of.player >= 0) {
    *out = sum_of_team(d, s->score, of.player);
  } else if (variable >= 0 && variable < FIRST_TOKEN && d->variable[variable].size == 1) {
    const variable_row *row = &d->variable[variable];
    bool of_player = row->scope == CARC_SCOPE_PLAYER && of.player >= 0;
    if (row->scope != CARC_SCOPE_GAME && !of_player) return false;
    *out = const_variables_of(d, s)[row->at + (uint32_t)(of_player ? of.player : 0)];
  } else {
    return false;
  }
  return true;
}

typedef enum answer { ANSWER_NO, ANSWER_PERHAPS, ANSWER_YES } answer;

static answer by_number (const carc_definition *d, const carc_state *s, const variable_test *w, subject of) {
  int32_t value;
  bool constant = !w->bounded || (w->low.variable == CARC_NONE && w->high.variable == CARC_NONE);
  if (!constant || !plain_number(d, s, w->variable, of, &value)) return ANSWER_PERHAPS;
  return (w->bounded ? value >= w->low.value && value <= w->high.value : value != 0) ? ANSWER_YES : ANSWER_NO;
}

/* Whether a condition is false because it needs items and the board has none that it could find. */
static bool is_wanting (const carc_definition *d, const carc_state *s, int selector_number) {
  const selector *f = &d->selectors[selector_number];
  return f->min.variable == CARC_NONE && f->min.value > 0 && !carcQ_may_find(d, s, d->pool, selector_number);
}

static answer by_numbers (const carc_definition *d, const carc_state *s, int when, subject of);

/*
** Evaluates the links of a filter. Answers no if some link cannot match. Answers yes if the filter
** has only alternatives (`any`) and one of them is known to match. Otherwise answers perhaps.
*/
static answer by_links (const carc_definition *d, const carc_state *s, const selector *f, subject of) {
  answer all = ANSWER_YES, any = ANSWER_NO;
  bool any_there = false;
  for (int i = f->links.first; i != CARC_NONE; i = d->pool->links[i].next) {
    const relation_link *l = &d->pool->links[i];
    if (l->relation != RELATION_any) {
      if (l->relation == RELATION_if && is_wanting(d, s, l->number)) return ANSWER_NO;
      all = ANSWER_PERHAPS;
      continue;
    }
    answer one = any == ANSWER_YES ? ANSWER_YES : by_numbers(d, s, l->number, of);
    any = one > any ? one : any;
    any_there = true;
  }
  if (any_there && any == ANSWER_NO) return ANSWER_NO;
  return any_there && any == ANSWER_PERHAPS ? ANSWER_PERHAPS : all;
}

/*
** Evaluates a filter only by numbers of the game and of the subject's player. These make most
** conditions false.
*/
static answer by_numbers (const carc_definition *d, const carc_state *s, int when, subject of) {
  const selector *f = &d->selectors[when];
  bool more = f->can_deploy.what != DEPLOYS_NOTHING ||
              (f->given & GIVES_TESTS & ~(unsigned)(GIVES_variable | GIVES_player)) != 0;
  if (f->impossible) return ANSWER_NO;
  answer all = more ? ANSWER_PERHAPS : ANSWER_YES;
  for (int i = f->variable.first; i != CARC_NONE; i = d->pool->tests[i].next) {
    const variable_test *w = &d->pool->tests[i];
    if (w->or_next) return ANSWER_PERHAPS;
    answer one = by_number(d, s, w, of);
    if (one != ANSWER_YES) all = one;
    if (one == ANSWER_NO) return ANSWER_NO;
  }
  if (f->links.first != CARC_NONE) {
    answer linked = by_links(d, s, f, of);
    if (linked == ANSWER_NO) return ANSWER_NO;
    if (linked == ANSWER_PERHAPS) all = ANSWER_PERHAPS;
  }
  if (f->player.is == OWNER_ANY) return all;
  if (f->player.is != OWNER_FILTER || of.player < 0) return ANSWER_PERHAPS;
  answer of_player = by_numbers(d, s, f->player.number, (subject){of.player, false});
  return of_player == ANSWER_YES ? all : of_player;
}

bool carcQ_condition_holds (query *q, int when) {
  subject of = {q->this.player, q->this.segment >= 0};
  answer known = by_numbers(q->d, q->s, when, of);
  return known == ANSWER_PERHAPS ? carcQ_passes(q, when, &q->this) : known == ANSWER_YES;
}

/* ---- Filters of hooks and phases ------------------------------------------------------------- */

carc_row_set carcQ_find_open_rows (carc_call *c, carc_hook hook, const query_item *this) {
  const carc_definition *d = c->d;
  item_list lists[MAX_ITEM_LISTS];
  carc_row_set rows = {{0}};
  query q = {.d = NULL};
  bool by_print = this->is == ITEM_TILES && this->type >= 0;
  for (int i = 0, n = c->failed ? 0 : count_rows(d, hook); i < n; i++) {
    int when = d->when[hook][i];
    if (when == CARC_NONE || (by_print && is_shut_by_print(d, c->s, when, this->type))) {
      add_row(&rows, i, when == CARC_NONE);
      continue;
    }
    if (q.d == NULL) {
      q = carcQ_new_query_about(d, c->s, d->pool, lists, *this);
      q.final = c->final;
      q.majority = c->majority;
      q.call = c;
    }
    add_row(&rows, i, carcQ_passes(&q, when, this));
  }
  return rows;
}

/* Whether a filter depends on a tile and its player, but not on the tile's place. */
static bool is_the_same_anywhere (const carc_definition *d, int when) {
  const selector *f = &d->selectors[when];
  bool asks_of_cell = d->tokens_on_cells && (f->given & GIVES_token) != 0, same = !asks_of_cell;
  if (f->player.is == OWNER_FILTER) same = same && is_the_same_anywhere(d, f->player.number);
  for (int i = f->links.first; same && i != CARC_NONE; i = d->pool->links[i].next) {
    const relation_link *l = &d->pool->links[i];
    bool of_this =
        l->relation == RELATION_except || l->relation == RELATION_all || l->relation == RELATION_any;
    same = of_this && is_the_same_anywhere(d, l->number);
  }
  return same;
}

bool carcQ_may_hold_for_type (carc_call *c, carc_hook hook, int type) {
  const carc_definition *d = c->d;
  query_item this = no_item(ITEM_TILES);
  this.type = (int16_t)type;
  this.player = (int8_t)c->s->turn;
  carc_row_set rows = carcQ_find_open_rows(c, hook, &this);
  bool open = any_row(&rows);
  for (int i = 0, n = count_rows(d, hook); !open && i < n; i++)
    open = d->when[hook][i] != CARC_NONE && !is_the_same_anywhere(d, d->when[hook][i]);
  return open;
}

/* ---- Forbidden placements -------------------------------------------------------------------- */

bool carcQ_begin_placement_test (carc_call *c, int type, placement_test *out) {
  const carc_definition *d = c->d;
  query_item this = no_item(ITEM_TILES);
  out->left = d->type[type].forbidding;
  if (out->left == 0) return false;
  this.type = (int16_t)type;
  this.player = (int8_t)c->s->turn;
  out->q = carcQ_new_query_about(d, c->s, d->pool, out->lists, this);
  carcQ_set_subject(c, &out->q);
  carcQ_set_this(&out->q, &this);
  for (uint32_t left = out->left; left != 0; left &= left - 1) {
    int filter = d->forbidden[lowest_bit(left)];
    if (is_the_same_anywhere(d, filter) && !carcQ_passes(&out->q, filter, &this))
      out->left &= ~(left & -left);
  }
  return out->left != 0;
}

bool carcQ_is_placement_forbidden (placement_test *t, const carc_tile *tile) {
  query_item this = t->q.this;
  this.x = (int16_t)tile->x;
  this.y = (int16_t)tile->y;
  this.rotation = (int8_t)tile->rotation;
  carcQ_set_this(&t->q, &this);
  for (uint32_t left = t->left; left != 0; left &= left - 1)
    if (carcQ_passes(&t->q, t->q.d->forbidden[lowest_bit(left)], &t->q.this)) return true;
  return false;
}

/* ---- Phases ---------------------------------------------------------------------------------- */

query_item carcQ_phase_subject (const carc_definition *d, const carc_state *s, const phase_row *row) {
  const trigger *what = const_triggers_of(d, s);
  query_item t = no_item(row->timing == TIMING_POINTS_GIVEN ? ITEM_PLAYERS : ITEM_TILES);
  if (row->timing == TIMING_POINTS_GIVEN) {
    t.player = (int8_t)lowest_bit(what->players);
    return t;
  }
  if (row->timing == TIMING_FEATURE_SCORED) {
    t = feature_item(s, site_tile(what->site), site_segment(what->site));
    t.complete = (int8_t)what->complete;
    t.majority = what->players;
  } else if (s->n_tiles > 0) {
    t = tile_item(d, s, s->n_tiles - 1);
  }
  t.player = (int8_t)s->turn;
  return t;
}

bool carcQ_phase_is_due (carc_call *c, const phase_row *row) {
  const carc_definition *d = c->d;
  const carc_state *s = c->s;
  item_list lists[MAX_ITEM_LISTS];
  if (row->when == CARC_NONE) return true;
  bool by_tile = !is_trigger_timing(row->timing);
  if (by_tile && s->n_tiles > 0 && is_shut_by_print(d, s, row->when, const_lie_of(d, s)[s->n_tiles - 1] >> 2))
    return false;
  int player = row->timing == TIMING_POINTS_GIVEN ? lowest_bit(const_triggers_of(d, s)->players) : s->turn;
  subject of = {player, row->timing == TIMING_FEATURE_SCORED};
  answer known = by_numbers(d, s, row->when, of);
  if (known != ANSWER_PERHAPS) return known == ANSWER_YES;
  query q = carcQ_new_query_about(d, s, d->pool, lists, carcQ_phase_subject(d, s, row));
  q.majority = c->majority;
  q.call = c;
  return carcQ_passes(&q, row->when, &q.this);
}
