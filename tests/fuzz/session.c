/*
** session.c: fuzz target. The first byte of the input chooses the rules, the next ones are a
** program for hooks that act, and each byte after them is a call of the C interface. States must be
** sound after each call, and unchanged after a call that fails.
*/
#include <stdlib.h>
#include <string.h>
#include "acting_hooks.h"
#include "carcassonne_search.h"

enum { RULES = 4, SLOTS = 3, PROGRAM = 40, WORK = 60, RING = 4 };

typedef struct session {
  const carc_definition *d;
  carc_state *slots[SLOTS], *copy;
  carc_undo_ring *ring;
  hook_program program;
  int work; /* what the calls cost so far */
} session;

static session sessions[RULES];

static void open_session (session *x, int rules) {
  carc_error err = {0};
  x->program.size = 0;
  x->d = fuzz_define(fuzz_rules(rules), &acting_hooks, &x->program);
  x->copy = fuzz_begin(x->d, 1);
  x->ring = carc_undo_ring_new(x->d, RING, &err);
  FUZZ_CHECK(x->ring != NULL);
  for (int i = 0; i < SLOTS; i++) x->slots[i] = fuzz_begin(x->d, 1);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* A call that fails must leave the state as it was. */
static void check_status (session *x, carc_state *s, carc_status status, const carc_error *err) {
  if (status == CARC_OK) return;
  FUZZ_CHECK(err->code == status);
  fuzz_check_error(err, NULL);
  FUZZ_CHECK(carc_state_equal(x->d, s, x->copy));
}

static void apply_index (session *x, carc_state *s, fuzz_input *in) {
  carc_error err = {0};
  int index = fuzz_below(in, carc_state_num_actions(x->d, s));
  check_status(x, s, carc_state_apply_index(x->d, s, index, &err), &err);
}

/* Applies an action, then undoes it. */
static void apply_and_undo (session *x, carc_state *s, fuzz_input *in) {
  carc_error err = {0};
  int decisions = carc_state_decisions(x->d, s);
  carc_action a = carc_state_action(x->d, s, fuzz_below(in, carc_state_num_actions(x->d, s)));
  carc_status status = carc_state_apply_action(x->d, s, a, &err);
  check_status(x, s, status, &err);
  if (status != CARC_OK || carc_state_decisions(x->d, s) == decisions) return;
  FUZZ_CHECK(carc_state_undo_action(x->d, s, &err) == CARC_OK);
  FUZZ_CHECK(carc_state_hash(x->d, s) == carc_state_hash(x->d, x->copy));
}

/* Applies any bits as an action. */
static void apply_any (session *x, carc_state *s, fuzz_input *in) {
  carc_error err = {0};
  carc_action a = carc_state_action(x->d, s, fuzz_below(in, carc_state_num_actions(x->d, s)));
  a ^= (carc_action)(fuzz_byte(in) & 255) << fuzz_below(in, 57);
  check_status(x, s, carc_state_apply_action(x->d, s, a, &err), &err);
}

static void resign (session *x, carc_state *s, fuzz_input *in) {
  carc_error err = {0};
  carc_action_fields f = carc_action_unpack(0);
  f.kind = CARC_ACTION_RESIGN;
  f.player = fuzz_below(in, 8);
  check_status(x, s, carc_state_apply_action(x->d, s, carc_action_pack(&f), &err), &err);
}

static void undo (session *x, carc_state *s, fuzz_input *in) {
  carc_error err = {0};
  (void)in;
  check_status(x, s, carc_state_undo_action(x->d, s, &err), &err);
}

static void ring_push (session *x, carc_state *s, fuzz_input *in) {
  (void)in;
  carc_undo_ring_push(x->d, x->ring, s);
}

static void ring_undo (session *x, carc_state *s, fuzz_input *in) {
  carc_error err = {0};
  (void)in;
  check_status(x, s, carc_undo_ring_undo_action(x->d, x->ring, s, &err), &err);
}

static void clone (session *x, carc_state *s, fuzz_input *in) {
  carc_state_clone(x->d, s, x->slots[fuzz_below(in, SLOTS)]);
}

static void save (session *x, carc_state *s, fuzz_input *in) {
  (void)in;
  fuzz_check_save(x->d, s);
}

static void write_actions (session *x, carc_state *s, fuzz_input *in) {
  (void)in;
  fuzz_check_actions(x->d, s);
}

static void determinize (session *x, carc_state *s, fuzz_input *in) {
  carc_error err = {0};
  int observer = fuzz_below(in, carc_definition_players(x->d) + 1) - 1;
  carc_status status = carc_state_determinize(x->d, x->copy, observer, fuzz_byte(in), s, &err);
  if (status != CARC_OK) {
    fuzz_check_error(&err, NULL);
    FUZZ_CHECK(carc_state_equal(x->d, s, x->copy));
  }
}

static void reseed (session *x, carc_state *s, fuzz_input *in) { carc_state_reseed(x->d, s, fuzz_byte(in)); }

/* Applies many actions; so few that the end of a game takes several calls. */
static void play_on (session *x, carc_state *s, fuzz_input *in) {
  enum { ACTIONS = 20 };
  carc_error err = {0};
  unsigned index = fuzz_byte(in);
  for (int i = 0; i < ACTIONS && !carc_state_is_terminal(x->d, s); i++) {
    index = index * 5 + 3;
    int n = carc_state_num_actions(x->d, s);
    if (carc_state_apply_index(x->d, s, (int)(index % (unsigned)n), &err) != CARC_OK) return;
  }
}

static int ignore_event (void *ud, const carc_event *event) {
  int *n = ud;
  FUZZ_CHECK(event->number > *n);
  FUZZ_CHECK(memchr(event->text, '\0', sizeof event->text) != NULL);
  *n = event->number;
  return 0;
}

static void list_events (session *x, carc_state *s, fuzz_input *in) {
  carc_error err = {0};
  int last = 0, observer = fuzz_below(in, carc_definition_players(x->d));
  FUZZ_CHECK(carc_state_events_for(x->d, s, observer, 0, ignore_event, &last, &err) == CARC_OK);
}

static void write_view (session *x, carc_state *s, fuzz_input *in) {
  char text[200];
  int observer = fuzz_below(in, carc_definition_players(x->d));
  int n = carc_state_observation_for(x->d, s, observer, text, sizeof text);
  FUZZ_CHECK(n > 0 && memchr(text, '\0', sizeof text) != NULL);
}

/* Writes the position, and reads it as a game. A hook may fail when that game begins. */
static void read_position (session *x, carc_state *s, fuzz_input *in) {
  carc_error err = {0};
  const char *rules = carc_definition_text(x->d);
  int length = carc_state_observation_string(x->d, s, NULL, 0);
  FUZZ_CHECK(length > 0 && in != NULL);
  size_t size = strlen(rules) + (size_t)length + 1;
  char *text = malloc(size);
  FUZZ_CHECK(text != NULL);
  strcpy(text, rules);
  carc_state_observation_string(x->d, s, text + strlen(rules), (size_t)length + 1);
  carc_definition *d = carc_definition_new(text, &acting_hooks, &x->program, NULL, &err);
  if (d == NULL) fuzz_check_error(&err, text);
  carc_state *again = d != NULL ? carc_state_new(d, 1, &err) : NULL;
  if (again != NULL) carc_state_free(d, again);
  carc_definition_free(d);
  free(text);
}

static void rate (session *x, carc_state *s, fuzz_input *in) {
  enum { MOST = 8 };
  double ratings[MOST];
  carc_error err = {0};
  if (carc_state_num_actions(x->d, s) > MOST) return;
  carc_search *search = malloc(carc_search_size(x->d, NULL));
  FUZZ_CHECK(search != NULL);
  carc_search_init(x->d, search, NULL, NULL);
  if (carc_search_rate(search, s, fuzz_byte(in), ratings, &err) != CARC_OK) fuzz_check_error(&err, NULL);
  free(search);
}

static void read_features (session *x, carc_state *s, fuzz_input *in) {
  enum { ROOM = 8 };
  int out[ROOM], tiles = carc_state_tiles(x->d, s);
  carc_road_end ends[ROOM];
  if (tiles == 0) return;
  int tile = fuzz_below(in, tiles), type = carc_state_tile(x->d, s, tile).type;
  for (int i = 0; i < carc_type_segments(x->d, type); i++) {
    carc_feature f;
    carc_error err = {0};
    if (carc_state_feature(x->d, s, NULL, tile, i, &f, &err) != CARC_OK) {
      fuzz_check_error(&err, NULL);
      continue;
    }
    carc_feature brief = carc_state_feature_brief(x->d, s, tile, i);
    FUZZ_CHECK(f.id == brief.id && f.kind == brief.kind && f.complete == brief.complete &&
               f.open == brief.open);
    FUZZ_CHECK(carc_state_feature_segments(x->d, s, f.id, out, ROOM) > 0);
    carc_state_feature_ends(x->d, s, f.id, ends, ROOM);
    if (f.kind == CARC_KIND_FIELD) carc_state_field_cities(x->d, s, f.id, true, out, ROOM);
    for (int k = 0; k < carc_definition_attributes(x->d); k++) carc_state_feature_count(x->d, s, f.id, k);
  }
}

/* Checks that each token, each piece and each number of tiles left is in its valid range. */
static void read_items (session *x, carc_state *s, fuzz_input *in) {
  (void)in;
  for (int i = 0; i < carc_state_pieces(x->d, s); i++) {
    carc_piece p = carc_state_piece(x->d, s, i);
    FUZZ_CHECK(p.player >= 0 && p.player < carc_definition_players(x->d));
    FUZZ_CHECK(p.tile >= 0 && p.tile < carc_state_tiles(x->d, s));
  }
  for (int i = 0; i < carc_state_tokens(x->d, s); i++) {
    carc_token t = carc_state_token(x->d, s, i);
    FUZZ_CHECK(t.tile < carc_state_tiles(x->d, s) && t.player < carc_definition_players(x->d));
  }
  for (int i = 0; i < carc_definition_types(x->d); i++) FUZZ_CHECK(carc_state_tiles_left(x->d, s, i) >= 0);
}

/* The cost of each call. The costs are limited so that an input does not run long. */
static const struct {
  void (*run)(session *x, carc_state *s, fuzz_input *in);
  int cost;
} calls[] = {{apply_index, 2},    {apply_index, 2},   {apply_index, 2}, {apply_index, 2},
             {apply_index, 2},    {apply_index, 2},   {apply_index, 2}, {apply_index, 2},
             {apply_any, 2},      {resign, 2},        {undo, 8},        {ring_push, 1},
             {ring_undo, 8},      {clone, 1},         {save, 20},       {write_actions, 2},
             {determinize, 20},   {reseed, 1},        {play_on, 30},    {list_events, 8},
             {write_view, 4},     {read_features, 3}, {read_items, 2},  {apply_and_undo, 10},
             {read_position, 40}, {rate, 40}};
enum { CALLS = sizeof calls / sizeof *calls };

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  fuzz_input in = {data, size};
  unsigned first = fuzz_byte(&in);
  session *x = &sessions[first % RULES];
  if (x->d == NULL) open_session(x, (int)(first % RULES));
  size_t program = in.left < PROGRAM ? in.left : PROGRAM;
  x->program = (hook_program){in.at, program, 0, first >= 128};
  in.at += program;
  in.left -= program;
  carc_error err = {0};
  if (carc_state_init(x->d, x->slots[0], first >> 2 & 7, &err) != CARC_OK) return 0; /* by a hook */
  for (int i = 1; i < SLOTS; i++) carc_state_clone(x->d, x->slots[i], x->slots[0]);
  carc_undo_ring_init(x->d, x->ring, RING, NULL);
  for (x->work = 0; in.left > 0 && x->work < WORK;) {
    unsigned byte = fuzz_byte(&in);
    carc_state *s = x->slots[byte >> 6 & 1];
    carc_state_clone(x->d, x->copy, s);
    calls[byte % 64 % CALLS].run(x, s, &in);
    x->work += calls[byte % 64 % CALLS].cost;
  }
  return 0;
}
