/*
** offers.c: options for all that selectors find, as the statements of a phase say or as its script does.
*/
#include <string.h>
#include "script/offers.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "define/definition.h"
#include "define/parse_selector.h"
#include "define/selector.h"
#include "table/state.h"
#include "script/hooks.h"
#include "script/options.h"
#include "script/select.h"
#include "script/when.h"

/* Offering what is found. */
typedef struct offering {
  call *c;
  query *q;
  bool deploys;
  int number;
  const offer_row *row; /* whose slot of numbers counts, or NULL */
  int before;           /* so many options there were: among them may be one that this search finds, too */
  carc_status status;
  carc_error *err;
} offering;

/* An option that names all that a thing has. */
static carc_action_fields option_of (const offering *w, const thing *t) {
  bool owned = t->is == THINGS_PIECES || t->is == THINGS_PLAYERS;
  carc_action_fields f = {.kind = CARC_ACT_CHOICE,
                          .choice = w->c->d->phase[w->c->offers].choice,
                          .player = owned ? t->player : -1,
                          .piece = t->is == THINGS_PIECES || t->is == THINGS_SEGMENTS ? t->piece : -1,
                          .segment = t->segment,
                          .number = w->number != NONE ? w->number : t->number};
  f.has_cell = carc_place_of(w->q, t, &f.x, &f.y);
  return f;
}

/* The rules offer deployments onto the tile just placed themselves, but not onto its spots. */
static bool is_offered_anyway (const offering *w, const thing *t) {
  const carc_state *s = w->c->s;
  int kind = t->tile >= 0 ? type_of(w->c->d, s, t->tile)->kind[t->segment] : CARC_SPOT;
  return t->tile == s->n_tiles - 1 && s->forbidden == 0 && kind != CARC_SPOT;
}

static bool add_one (offering *w, const thing *t) {
  carc_action_fields f = option_of(w, t);
  int among = t->is == THINGS_PIECES ? w->c->s->n_options
                                     : w->before; /* pieces may be alike, all else is found once */
  w->status = carc_add_found(w->c, &f, w->deploys, among, w->err);
  return w->status == CARC_OK;
}

/* Once for each number of the slot that is not 0. */
static bool add_by_numbers (offering *w, const thing *t) {
  const slot_row *row = &w->c->d->slot[w->row->numbers];
  const int32_t *numbers = const_slots_of(w->c->d, w->c->s) + row->at + w->c->s->turn * row->size;
  bool on = true;
  for (int i = 0; i < row->size && on; i++) {
    w->number = i + 1;
    on = numbers[i] == 0 || add_one(w, t);
  }
  return on;
}

static bool offer_one (void *ud, const thing *t) {
  offering *w = ud;
  if (w->deploys && is_offered_anyway(w, t)) return true;
  return w->row != NULL && w->row->numbers != NONE ? add_by_numbers(w, t) : add_one(w, t);
}

static carc_status offer_found (offering *w, int of) {
  w->status = CARC_OK;
  w->before = w->c->s->n_options;
  w->q->each_piece = true;
  carc_find(w->q, of, offer_one, w);
  return w->status;
}

static carc_status offer_row_of (call *c, const offer_row *o, carc_error *err) {
  const carc_definition *d = c->d;
  listed lists[LISTS];
  query q = carc_query(d, c->s, d->pool, lists);
  offering w = {c, &q, o->deploys, o->number, o, 0, CARC_OK, err};
  if (o->when != NONE && !carc_passes(&q, o->when, &q.this)) return CARC_OK;
  return offer_found(&w, o->of);
}

static carc_status offer_as_stated (call *c, const phase_row *row, carc_error *err) {
  carc_status status = CARC_OK;
  for (int i = 0; i < row->n_offers && status == CARC_OK; i++)
    status = offer_row_of(c, &c->d->offer[row->first_offer + i], err);
  return status;
}

bool carc_collect_options (call *c, int row, carc_question *question) {
  *question = (carc_question){.player = CARC_THE_PLAYER};
  const phase_row *p = &c->d->phase[row];
  if (!carc_phase_is_due(c->d, c->s, p)) return true;
  c->offering = true;
  c->offers = row;
  question->may_pass = p->may_pass;
  bool fine =
      p->offers ? offer_as_stated(c, p, c->err) == CARC_OK : carc_run_phase(c, row, CARC_ASK, 0, question);
  c->offering = false;
  c->failed = c->failed || !fine;
  return !c->failed;
}

/* ---- For scripts ------------------------------------------------------------------------------------------------- */

/* Room for a selector that a script gives. */
enum { HERE_SELECTORS = 24, HERE_TESTS = 24, HERE_LINKS = 32 };
typedef struct pool_here {
  selector selectors[HERE_SELECTORS];
  slot_test tests[HERE_TESTS];
  relation_link links[HERE_LINKS];
} pool_here;

static carc_status read_here (const carc_definition *d, int script, pool_here *room, selector_pool *pool,
                              const char *text, bool filter, int *out, carc_error *err) {
  *pool = (selector_pool){.selectors = room->selectors,
                          .tests = room->tests,
                          .links = room->links,
                          .room_selectors = HERE_SELECTORS,
                          .room_tests = HERE_TESTS,
                          .room_links = HERE_LINKS};
  selecting r = {.d = d, .script = script, .pool = pool, .where = "", .err = err};
  word w = carc_next_word(&text);
  text += strspn(text, " \t\r\n");
  if (*text != '\0')
    return carc_fail(err, CARC_INVALID, 0, "a selector is one word; '%s' stands behind it", text);
  return filter ? carc_read_filter(&r, w, out) : carc_read_selector(&r, w, out);
}

typedef struct telling {
  const query *q;
  carc_found *out;
  int n, room;
} telling;

static bool tell_one (void *ud, const thing *t) {
  telling *w = ud;
  if (w->n < w->room)
    w->out[w->n] = (carc_found){
        .tile = t->tile, .segment = t->segment, .player = t->player, .piece = t->piece, .number = t->number};
  if (w->n < w->room) carc_place_of(w->q, t, &w->out[w->n].x, &w->out[w->n].y);
  w->n++;
  return true;
}

carc_status carc_state_find (const carc_definition *def, const carc_state *state, const carc_call *c,
                             int script, const char *text, carc_found *out, int room, int *n,
                             carc_error *err) {
  pool_here here;
  selector_pool pool;
  listed lists[LISTS];
  int of = NONE;
  carc_status status = read_here(def, script, &here, &pool, text, false, &of, err);
  if (status != CARC_OK) return status;
  query q = carc_query(def, state, &pool, lists);
  if (c != NULL) carc_set_subject(c, &q);
  telling w = {&q, out, 0, room};
  carc_find(&q, of, tell_one, &w);
  *n = w.n;
  return CARC_OK;
}

static bool is_index (int n, int behind) { return n >= NONE && n < behind; }

/* Whether what a host means can be there; a tile or a segment is on the table, and a kind of thing has what it needs. */
static bool is_thing (const carc_definition *d, const carc_state *s, const carc_found *w, carc_things is) {
  bool on_table = w->tile != NONE, any_place = is == CARC_THINGS_PLAYERS || is == CARC_THINGS_CELLS;
  bool has_segment = is == CARC_THINGS_SEGMENTS || is == CARC_THINGS_FEATURES || is == CARC_THINGS_PIECES;
  if ((unsigned)is >= CARC_THINGS_COUNT || !is_index(w->tile, s->n_tiles)) return false;
  if (!is_index(w->player, d->players) || !is_index(w->piece, d->n_pieces)) return false;
  if (!is_index(w->segment, on_table ? type_of(d, s, w->tile)->segments : 0)) return false;
  return (on_table || any_place) && (w->segment != NONE || !has_segment);
}

carc_status carc_state_holds (const carc_definition *def, const carc_state *state, const carc_call *running,
                              int script, const char *text, bool *holds, carc_error *err) {
  pool_here here;
  selector_pool pool;
  listed lists[LISTS];
  int of = NONE;
  carc_status status = read_here(def, script, &here, &pool, text, false, &of, err);
  if (status != CARC_OK) return status;
  query q = carc_query(def, state, &pool, lists);
  if (running != NULL) carc_set_subject(running, &q);
  *holds = carc_holds(&q, of);
  return CARC_OK;
}

/* The thing that a host means. */
static thing thing_found (const carc_state *s, const carc_found *what, carc_things is) {
  thing t = carc_no_thing((things)is);
  t.tile = (int16_t)what->tile;
  t.segment = (int16_t)what->segment;
  t.player = (int8_t)(what->player >= 0 ? what->player : s->turn);
  t.piece = (int8_t)what->piece;
  t.number = (int16_t)what->number;
  t.x = (int16_t)what->x;
  t.y = (int16_t)what->y;
  return t;
}

carc_status carc_state_passes (const carc_definition *def, const carc_state *state, const carc_call *c,
                               int script, const char *text, const carc_found *what, carc_things is,
                               bool *passes, carc_error *err) {
  pool_here here;
  selector_pool pool;
  listed lists[LISTS];
  int of = NONE;
  if (!is_thing(def, state, what, is)) return carc_fail(err, CARC_INVALID, 0, "this thing is not there");
  carc_status status = read_here(def, script, &here, &pool, text, true, &of, err);
  if (status != CARC_OK) return status;
  query q = carc_query(def, state, &pool, lists);
  if (c != NULL) carc_set_subject(c, &q);
  thing t = thing_found(state, what, is);
  *passes = carc_passes(&q, of, &t);
  return CARC_OK;
}

/* What the statement `offer` is held to as it is read. */
static carc_status check_found (const call *c, const selector *f, bool deploy, int number, carc_error *err) {
  if (number < NONE || number > CARC_MAX_NUMBER)
    return carc_fail(err, CARC_INVALID, 0, "the number of an option is 0 to %d, got %d", CARC_MAX_NUMBER,
                     number);
  if (!deploy) return CARC_OK;
  if (!carc_takes_deployments(f)) return carc_fail(err, CARC_INVALID, 0, "%s", CARC_DEPLOYS_ONTO);
  if (c->d->phase[c->offers].moment == AT_WINDOW) return CARC_OK;
  return carc_fail(err, CARC_SCRIPT, 0, "deployments are offered at window only");
}

carc_status carc_call_offer_found (carc_call *c, int script, const char *text, bool deploy, int number,
                                   carc_error *err) {
  pool_here here;
  selector_pool pool;
  listed lists[LISTS];
  int of = NONE;
  carc_status status = carc_may_offer(c, err);
  if (status == CARC_OK) status = read_here(c->d, script, &here, &pool, text, false, &of, err);
  if (status == CARC_OK) status = check_found(c, &here.selectors[of], deploy, number, err);
  if (status != CARC_OK) return status;
  query q = carc_query(c->d, c->s, &pool, lists);
  carc_set_subject(c, &q);
  offering w = {c, &q, deploy, number, NULL, 0, CARC_OK, err};
  return offer_found(&w, of);
}
