/*
** save.c: reads and writes saved games.
**
** A saved game consists of a heading, the definition, and one line for each draw and decision. From
** the line `game` on, each line ends with a checksum of all text before it. The last line has the
** hash of the state. Notes of the host may follow it.
*/
#include <inttypes.h>
#include <string.h>
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/state.h"
#include "effect/majority.h"
#include "turn/apply.h"
#include "turn/refuse.h"
#include "turn/replay.h"

#define HEADING "carcassonne-save"

/* ---- Writing --------------------------------------------------------------------------------- */

/* Appends the checksum to a line that begins at `line`, and ends the line. */
static uint64_t end_line (text_writer *w, const char *line, uint64_t check) {
  check = carcU_hash_text(check, line, strlen(line));
  carcU_put(w, "%s ~%04x\n", line, (unsigned)(check >> 40 & 0xFFFF));
  return check;
}

static int count_lines (const char *text) {
  int n = 0;
  for (; *text != '\0'; text++) n += *text == '\n';
  return n;
}

/* Writes the heading and the definition; returns their checksum. */
static uint64_t write_head (text_writer *w, const carc_definition *d) {
  char head[160];
  text_writer one = carcU_new_writer(head, sizeof head);
  carcU_put(&one, HEADING " %d engine " CARC_VERSION "\n", CARC_SAVE_VERSION);
  carcU_put(&one, "definition %016" PRIx64 " %d\n", d->fingerprint, count_lines(d->text));
  carcU_put(w, "%s%s", head, d->text);
  return carcU_hash_text(carcU_hash_text(HASH_START, head, strlen(head)), d->text, strlen(d->text));
}

static void write_game (text_writer *w, replayer *r, const carc_state *s, uint64_t check) {
  char line[CARC_ACTION_TEXT_SIZE];
  text_writer one = carcU_new_writer(line, sizeof line);
  carcU_put(&one, "game seed %016" PRIx64 " generator %016" PRIx64 " %" PRIu32, s->seed, s->generator,
            s->steps);
  check = end_line(w, line, check);
  while (!r->c.failed && r->at < r->of.used) {
    carc_action a = carcT_next_replayed_action(r);
    carc_action_to_string(r->c.d, r->c.s, a, line, sizeof line);
    carcT_step_replay(r);
    if (a == 0) continue; /* the replay has failed */
    check = end_line(w, line, check);
  }
  one = carcU_new_writer(line, sizeof line);
  carcU_put(&one, "end %" PRIu32 " hash %016" PRIx64, s->decisions, carc_state_hash(r->c.d, s));
  end_line(w, line, check);
}

long carc_state_serialize (const carc_definition *def, const carc_state *state, char *out, size_t room,
                           carc_error *err) {
  carc_state *again = carcM_alloc_memory(def, def->at.size);
  if (again == NULL) {
    carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory");
    return -1;
  }
  text_writer w = carcU_new_writer(out, room);
  uint64_t check = write_head(&w, def);
  replay_source p = carcT_replay_source_of(def, state);
  replayer r = carcT_begin_replay(def, again, &p, err);
  carcT_start_replay(&r);
  write_game(&w, &r, state, check);
  carcM_free_memory(def, again, def->at.size);
  return r.c.failed ? -1 : (long)w.length;
}

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct loader {
  const char *at; /* start of the next line */
  int line;       /* number of the current line */
  uint64_t check;
  carc_error *err;
  const char *begin; /* the current line as written, and its length without the line end */
  size_t length;
  const char *text; /* the current line, without its checksum */
  char buffer[200];
  bool other_rules; /* the definition may differ from the saved one, and so may the result */
} loader;

#define REFUSE(l, ...) carcU_fail((l)->err, CARC_ERR_INVALID, (l)->line, __VA_ARGS__)

/*
** Copies the next line, which ends in LF or CR LF, to the buffer. Returns false at the end of the
** text.
*/
static bool next_line (loader *l) {
  if (*l->at == '\0') return false;
  const char *end = strchr(l->at, '\n');
  size_t length = end != NULL ? (size_t)(end - l->at) : strlen(l->at);
  l->begin = l->at;
  l->length = length > 0 && l->at[length - 1] == '\r' ? length - 1 : length;
  size_t kept = l->length < sizeof l->buffer ? l->length : sizeof l->buffer - 1;
  memcpy(l->buffer, l->at, kept);
  l->buffer[kept] = '\0';
  l->text = l->buffer;
  l->at += length + (end != NULL);
  l->line++;
  return true;
}

/*
** Copies the next line, which has no checksum of its own, and adds it to the checksum of the
** following lines.
*/
static bool next_plain_line (loader *l) {
  if (!next_line(l)) return false;
  l->check = carcU_hash_text(carcU_hash_text(l->check, l->begin, l->length), "\n", 1);
  return true;
}

static bool word_to_hex (text_view w, uint64_t *out) {
  *out = 0;
  for (size_t i = 0; i < w.length; i++) {
    char c = w.at[i];
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0) return false;
    *out = *out << 4 | (uint64_t)digit;
  }
  return w.length > 0 && w.length <= 16;
}

static carc_status read_heading (loader *l) {
  const char *at;
  int version;
  l->check = HASH_START;
  if (!next_plain_line(l)) {
    l->line = 1;
    return REFUSE(l, "the saved game is empty");
  }
  at = l->text;
  if (!carcU_word_equals(carcU_next_word(&at), HEADING))
    return REFUSE(l, "this is not a saved game: it should begin with '" HEADING "'");
  text_view w = carcU_next_word(&at);
  if (!carcU_word_to_int(w, 0, 9999, &version))
    return REFUSE(l, "expected the version of the format, a number; got '%.*s'", (int)w.length, w.at);
  if (version != CARC_SAVE_VERSION)
    return REFUSE(l, "the game was saved in version %d of the format; this engine reads version %d", version,
                  CARC_SAVE_VERSION);
  return CARC_OK;
}

/* Reads `definition FINGERPRINT LINES` and skips those lines. */
static carc_status read_definition_part (loader *l, uint64_t *fingerprint, const char **begin,
                                         const char **end) {
  int lines;
  if (!next_plain_line(l)) return REFUSE(l, "the saved game is cut off: its definition is missing");
  const char *at = l->text;
  bool fine = carcU_word_equals(carcU_next_word(&at), "definition") &&
              word_to_hex(carcU_next_word(&at), fingerprint) &&
              carcU_word_to_int(carcU_next_word(&at), 0, 99999, &lines);
  if (!fine) return REFUSE(l, "expected `definition FINGERPRINT LINES`");
  *begin = l->at;
  for (int i = 0; i < lines; i++)
    if (!next_plain_line(l)) return REFUSE(l, "the saved game is cut off in its definition");
  *end = l->at;
  return CARC_OK;
}

/* Reads the next line, compares its checksum, and removes the checksum from the line. */
static carc_status next_checked (loader *l) {
  if (!next_line(l)) return REFUSE(l, "the saved game is cut off: the line `end` is missing");
  char *sign = strrchr(l->buffer, '~');
  uint64_t written;
  if (sign == NULL || sign == l->buffer || sign[-1] != ' ' || strlen(sign) != 5 ||
      !word_to_hex((text_view){sign + 1, 4}, &written))
    return REFUSE(l, "the saved game is cut off or was changed: this line has no check value");
  sign[-1] = '\0';
  l->check = carcU_hash_text(l->check, l->buffer, strlen(l->buffer));
  if (written != (l->check >> 40 & 0xFFFF))
    return REFUSE(l, "the saved game was changed in this line or in a line above it");
  return CARC_OK;
}

const char *carc_saved_game_definition (const char *text, size_t *length, carc_error *err) {
  loader l = {.at = text, .err = err};
  uint64_t fingerprint;
  const char *begin, *end;
  if (read_heading(&l) != CARC_OK || read_definition_part(&l, &fingerprint, &begin, &end) != CARC_OK)
    return NULL;
  if (next_checked(&l) != CARC_OK) return NULL; /* checks the definition, too */
  *length = (size_t)(end - begin);
  return begin;
}

static carc_status read_game_line (loader *l, uint64_t *seed, uint64_t *generator, int *steps) {
  carc_status status = next_checked(l);
  const char *at = l->text;
  if (status != CARC_OK) return status;
  bool fine = carcU_word_equals(carcU_next_word(&at), "game") &&
              carcU_word_equals(carcU_next_word(&at), "seed") && word_to_hex(carcU_next_word(&at), seed) &&
              carcU_word_equals(carcU_next_word(&at), "generator") &&
              word_to_hex(carcU_next_word(&at), generator) &&
              carcU_word_to_int(carcU_next_word(&at), 0, 9999999, steps);
  return fine ? CARC_OK : REFUSE(l, "expected `game seed HEX generator HEX STEPS`");
}

static carc_status refuse_line (loader *l, const carc_call *c, carc_action a) {
  char instead[300];
  text_writer w = carcU_new_writer(instead, sizeof instead);
  carcT_put_alternatives(&w, c->d, c->s, a);
  return REFUSE(l, "'%s' is not legal here%s", l->text, instead);
}

/* Applies one line of the game. */
static carc_status carry_out_line (loader *l, carc_call *c) {
  carc_action a;
  carc_error inner = {0};
  const carc_definition *d = c->d;
  if (carc_string_to_action(d, c->s, l->text, &a, &inner) != CARC_OK) return REFUSE(l, "%s", inner.message);
  carc_action_fields f = carc_action_unpack(a);
  if (f.kind == CARC_ACTION_RESIGN) {
    if (c->s->n_actions == 0 || (c->s->resigned >> f.player & 1))
      return REFUSE(l, "'%s' is not legal here", l->text);
    carcT_apply_resignation(c, f.player);
    return call_status(c);
  }
  int index = carc_state_action_index(d, c->s, a);
  if (index < 0) return refuse_line(l, c, a);
  carcT_apply_decision(c, index);
  return call_status(c);
}

/*
** Applies one line. If the definition differs from the saved one, an error names the decision: its
** line number would mean nothing to the user.
*/
static carc_status play_line (loader *l, carc_call *c) {
  unsigned decisions = c->s->decisions;
  carc_status status = carry_out_line(l, c);
  if (status == CARC_OK || !l->other_rules) return status;
  carc_error why = *l->err;
  return carcU_fail(l->err, status, 0, "after %u decisions, `%s`: %s", decisions, l->text, why.message);
}

/* Whether the line is `note KEY VALUE`; the value may be empty. */
static bool is_note (const char *line) {
  static const char first[] = "note ";
  static const char key[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  if (strncmp(line, first, sizeof first - 1) != 0) return false;
  line += sizeof first - 1;
  size_t length = strspn(line, key);
  return length > 0 && (line[length] == ' ' || line[length] == '\0');
}

/* Reads what follows the line `end`: blank lines, and notes, which are ignored. */
static carc_status read_rest (loader *l) {
  while (next_line(l))
    if (strspn(l->begin, " \t\r") < l->length && !is_note(l->text))
      return REFUSE(l, "after the line `end`, a saved game may contain only notes (`note KEY VALUE`)");
  return CARC_OK;
}

/* Applies the lines up to `end`. The line `end` must match the resulting state. */
static carc_status play_lines (loader *l, carc_call *c, uint64_t generator, int steps) {
  carc_state *s = c->s;
  int decisions;
  uint64_t hash;
  for (;;) {
    carc_status status = next_checked(l);
    const char *at = l->text;
    if (status != CARC_OK) return status;
    if (carcU_word_equals(carcU_next_word(&at), "end")) {
      if (!carcU_word_to_int(carcU_next_word(&at), 0, 999999, &decisions) ||
          !carcU_word_equals(carcU_next_word(&at), "hash") || !word_to_hex(carcU_next_word(&at), &hash))
        return REFUSE(l, "expected `end DECISIONS hash HEX`");
      break;
    }
    TRY(play_line(l, c));
  }
  if (l->other_rules) {
    s->generator = generator;
    carcT_resolve_all_chance(c);
    return c->failed ? call_status(c) : read_rest(l);
  }
  bool drawn = c->d->manual || !waits_for_chance(s);
  if ((int)s->decisions != decisions || !drawn || s->steps != (uint32_t)steps)
    return REFUSE(l, "the saved game is incomplete: lines are missing before its last line");
  s->generator = generator;
  if (hash != carc_state_hash(c->d, s))
    return REFUSE(l, "the replay ends in a different state: the game was saved with other rules");
  return read_rest(l);
}

/* Reads a whole saved game and replays it. */
static carc_status load (const carc_definition *def, carc_state *state, const char *text, bool other_rules,
                         carc_error *err) {
  loader l = {.at = text, .err = err, .other_rules = other_rules};
  uint64_t fingerprint = 0, seed = 0, generator = 0;
  const char *begin = NULL, *end = NULL;
  int steps = 0;
  carc_error inner = {0};
  l.err = &inner;
  carc_status status = read_heading(&l);
  if (status == CARC_OK) status = read_definition_part(&l, &fingerprint, &begin, &end);
  if (status == CARC_OK && fingerprint != def->fingerprint && !other_rules)
    status = carcU_fail(&inner, CARC_ERR_INVALID, 2, "the game was saved with another definition");
  if (status == CARC_OK) status = read_game_line(&l, &seed, &generator, &steps);
  carc_state *played = status == CARC_OK ? carcM_alloc_memory(def, def->at.size) : NULL;
  if (status == CARC_OK && played == NULL)
    status = carcU_fail(&inner, CARC_ERR_MEMORY, 0, "not enough memory");
  if (played != NULL) {
    carc_state_clone(def, played, def->image);
    carc_call c = begin_call(def, played, &inner);
    c.stepwise = true;
    carcT_begin_game(&c, seed);
    status = c.failed ? call_status(&c) : play_lines(&l, &c, generator, steps);
    if (status == CARC_ERR_SCRIPT && !other_rules) inner.line = l.line;
    if (status == CARC_OK) carc_state_clone(def, state, played);
    carcM_free_memory(def, played, def->at.size);
  }
  if (status != CARC_OK && err != NULL) *err = inner;
  return status;
}

carc_status carc_state_deserialize (const carc_definition *def, carc_state *state, const char *text,
                                    carc_error *err) {
  return load(def, state, text, false, err);
}

carc_status carc_state_replay (const carc_definition *def, carc_state *state, const char *text,
                               carc_error *err) {
  return load(def, state, text, true, err);
}
