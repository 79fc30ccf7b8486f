#include "support.h"

int times (int full) {
  static const struct {
    const char *name;
    int share;
  } scales[] = {{"small", 10}, {"least", 40}};
  const char *scale = getenv("CARC_TEST_SCALE");
  for (size_t i = 0; scale != NULL && i < sizeof scales / sizeof *scales; i++)
    if (strcmp(scale, scales[i].name) == 0) return (full + scales[i].share - 1) / scales[i].share;
  return full;
}

/* ---- Memory that is counted ------------------------------------------------------------------ */

/* Head in front of each block. It stores the size of the block, to detect a wrong old size. */
typedef union block_head {
  size_t size;
  max_align_t align;
} block_head;

void *pool_resize (void *ud, void *old, size_t old_size, size_t new_size) {
  pool *p = ud;
  block_head *head = old == NULL ? NULL : (block_head *)old - 1;
  if (head != NULL && head->size != old_size)
    fail_msg("a block of %zu bytes is given back as one of %zu", head->size, old_size);
  if (new_size == 0) {
    if (head != NULL) {
      p->blocks--;
      p->bytes -= old_size;
      memset(old, 0xDD, old_size);
      free(head);
    }
    return NULL;
  }
  p->calls++;
  if (p->most > 0 && p->bytes - (head != NULL ? old_size : 0) + new_size > p->most) return NULL;
  if (p->fail_at > 0 && (p->calls == p->fail_at || (p->stays && p->calls > p->fail_at))) return NULL;
  block_head *grown = malloc(sizeof *grown + new_size);
  if (grown == NULL) return NULL;
  grown->size = new_size;
  memset(grown + 1, 0xAA, new_size);
  if (head != NULL) {
    memcpy(grown + 1, old, old_size < new_size ? old_size : new_size);
    free(head);
    p->bytes -= old_size;
  } else {
    p->blocks++;
  }
  p->bytes += new_size;
  return grown + 1;
}

void *pool_resize_for_lua (void *ud, void *old, size_t old_size, size_t new_size) {
  pool *p = ud;
  if (old == NULL) old_size = 0;
  pool was = *p;
  if (new_size <= old_size) {
    p->fail_at = 0;
    p->most = 0;
  }
  void *block = pool_resize(p, old, old_size, new_size);
  p->fail_at = was.fail_at;
  p->most = was.most;
  return block;
}

carc_definition *define_in (pool *p, const char *text, const carc_hooks *hooks, void *ud, carc_error *err) {
  carc_allocator allocator = {pool_resize, p};
  return carc_definition_new(text, hooks, ud, &allocator, err);
}

void assert_pool_empty (const pool *p) {
  if (p->blocks != 0 || p->bytes != 0) fail_msg("%d blocks with %zu bytes are lost", p->blocks, p->bytes);
}

/* ---- Definitions ----------------------------------------------------------------------------- */

carc_definition *define_with (const char *text, const carc_hooks *hooks, void *ud) {
  carc_error err = {0};
  carc_definition *d = carc_definition_new(text, hooks, ud, NULL, &err);
  if (d == NULL) fail_msg("line %d: %s, in\n%s", err.line, err.message, text);
  return d;
}

carc_definition *define (const char *text) { return define_with(text, NULL, NULL); }

void assert_refused (const char *text, int line, const char *part, const char *other) {
  carc_error err = {0};
  pool memory = {0};
  carc_definition *d = define_in(&memory, text, NULL, NULL, &err);
  if (d != NULL) fail_msg("this should be refused:\n%s", text);
  assert_pool_empty(&memory);
  bool fits = err.code == CARC_ERR_INVALID && err.line == line && strstr(err.message, part) != NULL &&
              strstr(err.message, other) != NULL;
  if (!fits)
    fail_msg("expected line %d with '%s' and '%s'; got %s, line %d, '%s', for\n%s", line, part, other,
             carc_status_name(err.code), err.line, err.message, text);
  /* the message may be NULL */
  assert_null(carc_definition_new(text, NULL, NULL, NULL, NULL));
}

void check_has (const char *text, const char *part, const char *file, int line) {
  if (strstr(text, part) == NULL) {
    print_error("'%s' is not in '%s'\n", part, text);
    _fail(file, line);
  }
}

/* ---- Playing --------------------------------------------------------------------------------- */

carc_state *begin (const carc_definition *d, uint64_t seed) {
  carc_error err = {0};
  carc_state *s = carc_state_new(d, seed, &err);
  if (s == NULL) fail_msg("%s", err.message);
  return s;
}

carc_state *copy (const carc_definition *d, const carc_state *s) {
  carc_state *c = begin(d, 0);
  carc_state_clone(d, c, s);
  return c;
}

carc_action read_action (const carc_definition *d, const carc_state *s, const char *text) {
  carc_error err = {0};
  carc_action a = 0;
  if (carc_string_to_action(d, s, text, &a, &err) != CARC_OK) fail_msg("'%s': %s", text, err.message);
  return a;
}

const char *show (const carc_definition *d, const carc_state *s, carc_action a) {
  static char text[160];
  carc_action_to_string(d, s, a, text, sizeof text);
  return text;
}

bool is_legal (const carc_definition *d, const carc_state *s, const char *text) {
  carc_action a = 0;
  carc_error err = {0};
  return carc_string_to_action(d, s, text, &a, &err) == CARC_OK && carc_state_action_index(d, s, a) >= 0;
}

void apply (const carc_definition *d, carc_state *s, carc_action a) {
  carc_error err = {0};
  if (carc_state_apply_action(d, s, a, &err) != CARC_OK) fail_msg("'%s': %s", show(d, s, a), err.message);
}

void play (const carc_definition *d, carc_state *s, const char *script) {
  char one[100];
  while (*script != '\0') {
    size_t length = strcspn(script, ";\n");
    assert_true(length < sizeof one);
    memcpy(one, script, length);
    one[length] = '\0';
    if (one[strspn(one, " ")] != '\0') apply(d, s, read_action(d, s, one));
    script += length + (script[length] != '\0');
  }
}

void play_any (const carc_definition *d, carc_state *s, uint64_t *random) {
  carc_error err = {0};
  int n = carc_state_num_actions(d, s);
  assert_true(n > 0);
  if (carc_state_apply_index(d, s, below(random, n), &err) != CARC_OK) fail_msg("%s", err.message);
}

void play_some (const carc_definition *d, carc_state *s, uint64_t *random, int decisions) {
  while (decisions-- > 0 && !carc_state_is_terminal(d, s)) play_any(d, s, random);
}

int type_in (const carc_definition *d, const char *id) {
  int type = carc_type_find(d, id);
  if (type < 0) fail_msg("no tile %s", id);
  return type;
}

carc_feature feature_of_segment (const carc_definition *d, const carc_state *s, int tile, int segment) {
  carc_feature f;
  carc_error err = {0};
  if (carc_state_feature(d, s, NULL, tile, segment, &f, &err) != CARC_OK) fail_msg("%s", err.message);
  return f;
}

carc_feature feature_at (const carc_definition *d, const carc_state *s, int x, int y, const char *segment) {
  int tile = carc_state_tile_at(d, s, x, y);
  if (tile < 0) fail_msg("no tile at %d,%d", x, y);
  carc_tile t = carc_state_tile(d, s, tile);
  int n = carc_segment_find(d, t.type, t.rotation, segment);
  if (n < 0) fail_msg("no %s at %d,%d", segment, x, y);
  return feature_of_segment(d, s, tile, n);
}

carc_selector *selector_of (const carc_definition *d, const char *text) {
  carc_error err = {0};
  carc_selector *made = carc_selector_new(d, 0, text, *text == '(', &err);
  if (made == NULL) fail_msg("%s: %s", text, err.message);
  return made;
}

int find_all (const carc_definition *d, const carc_state *s, carc_call *call, const char *text,
              carc_found *out, int room) {
  carc_selector *what = selector_of(d, text);
  int n;
  carc_error err = {0};
  if (carc_state_find(s, call, what, out, room, &n, &err) != CARC_OK) fail_msg("%s: %s", text, err.message);
  carc_selector_free(what);
  return n;
}

int count_found (const carc_definition *d, const carc_state *s, const char *selector) {
  return find_all(d, s, NULL, selector, NULL, 0);
}

carc_status offer_all (carc_call *call, const char *text, bool deploy, int number, carc_error *err) {
  carc_selector *what = carc_selector_new(carc_call_definition(call), 0, text, false, err);
  carc_status status =
      what == NULL ? CARC_ERR_INVALID : carc_call_offer_found(call, what, deploy, number, err);
  carc_selector_free(what);
  return status;
}

int standings_of_player (const carc_definition *d, const carc_state *s, int player) {
  int n = 0;
  for (int i = 0; i < carc_state_pieces(d, s); i++) n += carc_state_piece(d, s, i).player == player;
  return n;
}

void assert_scores (const carc_definition *d, const carc_state *s, const int *points) {
  for (int p = 0; p < carc_definition_players(d); p++)
    if (carc_state_score(d, s, p) != points[p])
      fail_msg("player %d has %d points instead of %d", p + 1, carc_state_score(d, s, p), points[p]);
}

void check_same (const carc_definition *d, const carc_state *a, const carc_state *b, const char *file,
                 int line) {
  if (carc_state_equal(d, a, b)) return;
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
  size_t i = 0;
  while (x[i] == y[i]) i++;
  print_error("the states differ at byte %zu of %zu\n", i, carc_definition_state_size(d));
  _fail(file, line);
}

char *save (const carc_definition *d, const carc_state *s) {
  carc_error err = {0};
  long length = carc_state_serialize(d, s, NULL, 0, &err);
  if (length < 0) fail_msg("%s", err.message);
  char *text = malloc((size_t)length + 1);
  assert_non_null(text);
  assert_int_equal(carc_state_serialize(d, s, text, (size_t)length + 1, &err), length);
  assert_int_equal(strlen(text), length);
  return text;
}

carc_state *load (const carc_definition *d, const char *text) {
  carc_error err = {0};
  carc_state *s = begin(d, 99);
  if (carc_state_deserialize(d, s, text, &err) != CARC_OK) fail_msg("line %d: %s", err.line, err.message);
  return s;
}

/* ---- Events ---------------------------------------------------------------------------------- */

static int keep_event (void *ud, const carc_event *event) {
  event_list *list = ud;
  if ((list->n & (list->n - 1)) == 0) { /* it is full: its capacity is a power of 2 */
    carc_event *grown = realloc(list->at, sizeof *grown * (size_t)(list->n > 0 ? 2 * list->n : 1));
    if (grown == NULL) return 1;
    list->at = grown;
  }
  list->at[list->n++] = *event;
  return 0;
}

event_list events_since (const carc_definition *d, const carc_state *s, int since) {
  event_list list = {0, NULL};
  carc_error err = {0};
  if (carc_state_events(d, s, since, keep_event, &list, &err) != CARC_OK) fail_msg("%s", err.message);
  return list;
}

void free_events (event_list *list) {
  free(list->at);
  *list = (event_list){0, NULL};
}

int ignore_event (void *ud, const carc_event *event) {
  (void)ud;
  (void)event;
  return 0;
}

int count_events (const event_list *list, carc_event_kind kind) {
  int n = 0;
  for (int i = 0; i < list->n; i++) n += list->at[i].kind == kind;
  return n;
}

/* ---- Hooks ----------------------------------------------------------------------------------- */

int asks_nothing (void *ud, carc_call *call, int phase, carc_phase_call when, carc_action chosen,
                  carc_question *question) {
  (void)ud;
  (void)call;
  (void)phase;
  (void)when;
  (void)chosen;
  (void)question;
  return 0;
}

/* ---- Chance ---------------------------------------------------------------------------------- */

uint64_t next_random (uint64_t *random) {
  uint64_t z = *random += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

int below (uint64_t *random, int n) { return (int)((next_random(random) >> 33) % (uint64_t)n); }
