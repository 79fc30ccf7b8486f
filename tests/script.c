#include "script.h"

/* ---- Hooks by a table ------------------------------------------------------------------------ */

int count_call (script *q, carc_call *call) {
  q->calls++;
  return q->calls == q->fail_at ? carc_call_fail(call, "on purpose") : 0;
}

static void log_call (script *q, const char *name, const char *sign, const char *text) {
  size_t used = strlen(q->log);
  snprintf(q->log + used, sizeof q->log - used, "%s%s%s ", name, sign, text);
}

carc_action_fields nothing (void) {
  return (carc_action_fields){
      .piece = -1, .token = -1, .player = -1, .segment = -1, .number = -1, .type = -1};
}

static int ask_numbers (const script_phase *p, carc_call *call, carc_question *question) {
  for (int i = 0; i < p->numbers; i++) {
    carc_action_fields f = nothing();
    carc_error err = {0};
    f.number = i;
    if (carc_call_offer(call, &f, 1 + i * p->weights, &err) != CARC_OK)
      return carc_call_fail(call, err.message);
  }
  question->player = p->asks == CHANCE ? CARC_CHANCE : p->asks == OWNER_TURN ? CARC_TURN_PLAYER : p->asks - 1;
  question->may_pass = p->may_pass;
  return 0;
}

static int run_phase (void *ud, carc_call *call, int phase, carc_phase_call when, carc_action chosen,
                      carc_question *question) {
  script *q = ud;
  script_phase *p = &q->phase[phase];
  const carc_definition *d = carc_call_definition(call);
  const char *name = carc_phase_name(d, phase);
  char text[160] = "pass";
  if (count_call(q, call) != 0) return 1;
  if (when == CARC_PHASE_CALL_BEGIN) {
    log_call(q, name, "", "");
    return p->begin != NULL ? p->begin(q, call, 0, question) : 0;
  }
  if (when == CARC_PHASE_CALL_ASK) {
    if (q->logs_asking) log_call(q, name, "?", "");
    return p->ask != NULL ? p->ask(q, call, 0, question) : ask_numbers(p, call, question);
  }
  if (chosen != 0) carc_action_to_string(d, carc_call_state(call), chosen, text, sizeof text);
  log_call(q, name, "=", text);
  question->again = p->again && chosen != 0 && carc_action_unpack(chosen).number > 0;
  return p->chosen != NULL ? p->chosen(q, call, chosen, question) : 0;
}

game open_game (script *q, const char *text, uint64_t seed) {
  game g = {.q = q};
  carc_hooks h = q->hooks;
  h.phase = run_phase;
  g.d = define_with(text, &h, q);
  g.s = begin(g.d, seed);
  return g;
}

void close_game (game *g) {
  carc_state_free(g->d, g->s);
  carc_definition_free(g->d);
  *g = (game){.d = NULL};
}

void check_log (script *q, const char *text, const char *file, int line) {
  if (strcmp(q->log, text) != 0) {
    print_error("called: '%s'\ninstead of '%s'\n", q->log, text);
    _fail(file, line);
  }
  q->log[0] = '\0';
}

void offer (carc_call *call, const carc_action_fields *option) {
  carc_error err = {0};
  if (carc_call_offer(call, option, 1, &err) != CARC_OK) fail_msg("%s", err.message);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

const char *offered (const carc_definition *d, const carc_state *s) {
  static char text[20000];
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < carc_state_num_actions(d, s) && used < sizeof text; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? "; " : "",
                             show(d, s, carc_state_action(d, s, i)));
  return text;
}

void check_offered (const game *g, const char *text, const char *file, int line) {
  const char *is = offered(g->d, g->s);
  if (strcmp(is, text) == 0) return;
  print_error("offered: '%s'\ninstead of '%s'\n", is, text);
  _fail(file, line);
}

static void check_action (const carc_definition *d, const carc_state *s, carc_action a, int index) {
  char text[200];
  carc_error err = {0};
  carc_action back = 0;
  carc_action_fields f = carc_action_unpack(a);
  assert_true(carc_action_pack(&f) == a);
  if (carc_state_action_index(d, s, a) != index)
    fail_msg("'%s' stands at %d, but is found at %d", show(d, s, a), index, carc_state_action_index(d, s, a));
  int length = carc_action_to_string(d, s, a, text, sizeof text);
  assert_int_equal(length, strlen(text));
  if (carc_string_to_action(d, s, text, &back, &err) != CARC_OK || back != a)
    fail_msg("'%s' does not read back: %s", text, err.message);
}

void check_sound (const carc_definition *d, const carc_state *s) {
  enum { MOST = 2000 };
  static carc_action all[MOST];
  int n = carc_state_legal_actions(d, s, all, MOST), most = n < MOST ? n : MOST;
  assert_int_equal(n, carc_state_num_actions(d, s));
  for (int i = 0; i < most; i++) {
    assert_true(carc_state_action(d, s, i) == all[i]);
    check_action(d, s, all[i], i);
  }
  carc_state *other = copy(d, s);
  assert_same(d, s, other);
  carc_state_free(d, other);
  char *text = save(d, s);
  other = load(d, text);
  assert_same(d, s, other);
  assert_true(carc_state_hash(d, s) == carc_state_hash(d, other));
  carc_state_free(d, other);
  free(text);
  other = copy(d, s);
  event_list events = events_since(d, s, 0);
  for (int i = 0; i < events.n; i++) assert_int_equal(events.at[i].number, i + 1);
  free_events(&events);
  assert_same(d, s, other);
  carc_state_free(d, other);
}

carc_state *twin (const game *g) {
  script was = *g->q;
  carc_state *s = copy(g->d, g->s); /* begins a game, which calls the script */
  *g->q = was;
  return s;
}

/* Plays an action on a copy, and restores the counters of the script afterwards. */
static void play_one (game *g, const char *text) {
  carc_state *was = twin(g), *is;
  carc_action a = read_action(g->d, g->s, text);
  apply(g->d, g->s, a);
  script after = *g->q;
  is = twin(g);
  assert_int_equal(carc_state_undo_action(g->d, g->s, NULL), CARC_OK);
  assert_same(g->d, g->s, was);
  carc_state_clone(g->d, g->s, is);
  carc_state_free(g->d, was);
  carc_state_free(g->d, is);
  check_sound(g->d, g->s);
  *g->q = after;
}

void play_soundly (game *g, const char *actions) {
  char one[100];
  while (*actions != '\0') {
    size_t length = strcspn(actions, ";");
    assert_true(length < sizeof one);
    memcpy(one, actions, length);
    one[length] = '\0';
    if (one[strspn(one, " ")] != '\0') play_one(g, one);
    actions += length + (actions[length] != '\0');
  }
}

void assert_fails (game *g, const char *action, carc_status status, const char *part) {
  carc_error err = {0};
  carc_state *was = twin(g);
  carc_action a = read_action(g->d, g->s, action);
  carc_status got = carc_state_apply_action(g->d, g->s, a, &err);
  if (got != status || err.code != status || strstr(err.message, part) == NULL)
    fail_msg("'%s': expected %s with '%s'; got %s, '%s'", action, carc_status_name(status), part,
             carc_status_name(got), err.message);
  assert_same(g->d, g->s, was);
  carc_state_free(g->d, was);
}

/* ---- Events ---------------------------------------------------------------------------------- */

static void tell_one (const carc_definition *d, const carc_event *e, char *out, size_t size) {
  char segment[64] = "";
  if (e->segment >= 0) carc_segment_text(d, e->type, e->rotation, e->segment, segment, sizeof segment);
  const char *piece = e->piece >= 0 ? carc_piece_name(d, e->piece) : "-";
  snprintf(out, size, "%d %s %s@%d,%d %d %s; ", e->player + 1, piece, segment, e->x, e->y, e->points,
           e->text);
}

const char *event_log (const carc_definition *d, const carc_state *s, carc_event_kind kind) {
  static char text[4000];
  size_t used = 0;
  event_list events = events_since(d, s, 0);
  text[0] = '\0';
  for (int i = 0; i < events.n; i++) {
    if (events.at[i].kind != kind || used >= sizeof text) continue;
    tell_one(d, &events.at[i], text + used, sizeof text - used);
    used += strlen(text + used);
  }
  free_events(&events);
  return text;
}

int tile_index (const game *g, int x, int y) {
  int tile = carc_state_tile_at(g->d, g->s, x, y);
  if (tile < 0) fail_msg("no tile at %d,%d", x, y);
  return tile;
}

int segment_index (const game *g, int x, int y, const char *segment) {
  carc_tile t = carc_state_tile(g->d, g->s, tile_index(g, x, y));
  int n = carc_segment_find(g->d, t.type, t.rotation, segment);
  if (n < 0) fail_msg("no %s at %d,%d", segment, x, y);
  return n;
}
