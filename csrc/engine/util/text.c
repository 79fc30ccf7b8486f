/*
** text.c: reads words, writes text, fills error messages and computes hashes.
*/
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "util/text.h"
#include "carcassonne.h"

carc_status carcU_fail (carc_error *err, carc_status code, int line, const char *format, ...) {
  if (err != NULL) {
    va_list args;
    va_start(args, format);
    err->code = code;
    err->line = line;
    err->absent = false;
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
  }
  return code;
}

carc_status carcU_mark_absent (carc_error *err, carc_status code, bool absent) {
  if (err != NULL) err->absent = absent;
  return code;
}

const char *carc_status_name (carc_status code) {
  static const char *const names[] = {"ok", "illegal", "invalid", "script", "memory", "busy"};
  return (unsigned)code < sizeof names / sizeof *names ? names[code] : "unknown";
}

text_writer carcU_new_writer (char *out, size_t size) {
  if (size > 0) out[0] = '\0';
  return (text_writer){out, size, 0};
}

void carcU_put (text_writer *w, const char *format, ...) {
  va_list args;
  va_start(args, format);
  size_t room = w->length < w->size ? w->size - w->length : 0;
  int n = vsnprintf(room > 0 ? w->out + w->length : NULL, room, format, args);
  va_end(args);
  if (n > 0) w->length += (size_t)n;
}

void carcU_put_text (text_writer *w, const char *text) {
  size_t n = strlen(text), room = w->length < w->size ? w->size - w->length : 0;
  if (room > 0) {
    size_t kept = n < room ? n : room - 1;
    memcpy(w->out + w->length, text, kept);
    w->out[w->length + kept] = '\0';
  }
  w->length += n;
}

int carcU_written_length (const text_writer *w) { return (int)w->length; }

static bool is_blank (char c) { return c == ' ' || c == '\t' || c == '\r'; }
static bool is_end (char c) { return c == '\0' || c == '\n' || c == '#'; }

text_view carcU_next_word (const char **at) {
  const char *p = *at;
  while (is_blank(*p)) p++;
  text_view w = {p, 0};
  while (!is_blank(*p) && !is_end(*p)) p++;
  w.length = (size_t)(p - w.at);
  *at = p;
  return w;
}

text_view carcU_split_word (text_view w, char stop, text_view *rest) {
  size_t i = 0;
  while (i < w.length && w.at[i] != stop) i++;
  *rest = (text_view){w.at + i, w.length - i};
  return (text_view){w.at, i};
}

text_view carcU_split_key (text_view w, text_view *value) {
  text_view nested, key = carcU_split_word(w, '=', value);
  carcU_split_word(key, '(', &nested);
  if (nested.length > 0) {
    *value = (text_view){w.at + w.length, 0};
    return w;
  }
  if (value->length > 0) *value = (text_view){value->at + 1, value->length - 1};
  return key;
}

text_view carcU_take_item (text_view *list) {
  text_view one = carcU_split_word(*list, ',', list);
  if (list->length > 0) *list = (text_view){list->at + 1, list->length - 1};
  return one;
}

int carcU_index_in_words (text_view w, const char *list) {
  text_view rest = {list, strlen(list)};
  for (int i = 0; rest.length > 0; i++) {
    text_view one = carcU_split_word(rest, '|', &rest);
    if (one.length == w.length && memcmp(one.at, w.at, w.length) == 0) return i;
    if (rest.length > 0) rest = (text_view){rest.at + 1, rest.length - 1};
  }
  return -1;
}

void carcU_put_words (text_writer *w, const char *words) {
  text_view rest = {words, strlen(words)};
  for (bool first = true; rest.length > 0; first = false) {
    text_view one = carcU_split_word(rest, '|', &rest);
    if (rest.length > 0) rest = (text_view){rest.at + 1, rest.length - 1};
    carcU_put(w, "%s%.*s", first ? "" : rest.length > 0 ? ", " : " or ", VIEW(one));
  }
}

bool carcU_word_equals (text_view w, const char *text) {
  if (w.length > 0 && *w.at != *text) return false; /* usually their first letters differ */
  return strlen(text) == w.length && memcmp(w.at, text, w.length) == 0;
}

bool carcU_word_to_int (text_view w, int low, int high, int *out) {
  int64_t value = 0;
  bool minus = w.length > 0 && w.at[0] == '-';
  size_t i = minus ? 1 : 0;
  if (i == w.length || w.length > i + 10) return false;
  for (; i < w.length; i++) {
    if (w.at[i] < '0' || w.at[i] > '9') return false;
    value = value * 10 + (w.at[i] - '0');
  }
  if (minus) value = -value;
  if (value < low || value > high) return false;
  *out = (int)value;
  return true;
}

bool carcU_word_to_name (text_view w, char out[CARC_NAME_SIZE]) {
  if (w.length == 0 || w.length >= CARC_NAME_SIZE) return false;
  for (size_t i = 0; i < w.length; i++) {
    char c = w.at[i];
    bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                c == '-' || c == '.';
    if (!fine) return false;
  }
  memcpy(out, w.at, w.length);
  out[w.length] = '\0';
  return true;
}

/*
** Optimal string alignment distance of two words: the number of steps from one to the other, where
** each step inserts, drops or changes a letter, or swaps two neighbouring letters. INT_MAX if a
** word is long.
*/
static int distance (text_view w, text_view name) {
  enum { MAX_LETTERS = 40 };
  int n = (int)name.length, m = (int)w.length;
  if (m > MAX_LETTERS || n > MAX_LETTERS) return INT_MAX;
  int rows[3][MAX_LETTERS + 1];
  for (int j = 0; j <= n; j++) rows[0][j] = j;
  for (int i = 1; i <= m; i++) {
    int *row = rows[i % 3], *up = rows[(i + 2) % 3], *upper = rows[(i + 1) % 3];
    row[0] = i;
    for (int j = 1; j <= n; j++) {
      bool same = w.at[i - 1] == name.at[j - 1];
      int best = up[j - 1] + (same ? 0 : 1);
      if (up[j] + 1 < best) best = up[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      bool swapped = i > 1 && j > 1 && w.at[i - 1] == name.at[j - 2] && w.at[i - 2] == name.at[j - 1];
      if (swapped && upper[j - 2] + 1 < best) best = upper[j - 2] + 1;
      row[j] = best;
    }
  }
  return rows[m % 3][n];
}

/* Length of the longest common beginning of two words. */
static int shared_beginning (text_view w, text_view name) {
  size_t n = 0;
  while (n < w.length && n < name.length && w.at[n] == name.at[n]) n++;
  return (int)n;
}

/*
** How near the nearest name so far is. A name whose distance is over half the letters of the word
** is not near.
*/
typedef struct {
  int distance, shared;
} nearness;

static nearness far_from (text_view w) { return (nearness){.distance = (int)w.length / 2, .shared = -1}; }

/*
** Whether a name is nearer than the nearest so far. If their distances are equal, the longer common
** beginning decides.
*/
static bool is_nearer (text_view w, text_view name, nearness *so_far) {
  nearness here = {distance(w, name), shared_beginning(w, name)};
  bool nearer =
      here.distance < so_far->distance || (here.distance == so_far->distance && here.shared > so_far->shared);
  if (nearer) *so_far = here;
  return nearer;
}

const char *carc_nearest_name (const char *at, size_t length, const char *(*name)(const void *ud, int index),
                               const void *ud) {
  text_view w = {at, length};
  nearness so_far = far_from(w);
  const char *best = NULL;
  for (int i = 0; name(ud, i) != NULL; i++) {
    if (is_nearer(w, (text_view){name(ud, i), strlen(name(ud, i))}, &so_far)) best = name(ud, i);
  }
  return best;
}

const char *carcU_nearest_word (text_view w, const char *list, char out[CARC_NAME_SIZE]) {
  text_view rest = {list, strlen(list)};
  nearness so_far = far_from(w);
  *out = '\0';
  while (rest.length > 0) {
    text_view one = carcU_split_word(rest, '|', &rest);
    if (rest.length > 0) rest = (text_view){rest.at + 1, rest.length - 1};
    if (one.length < CARC_NAME_SIZE && is_nearer(w, one, &so_far)) carcU_word_to_name(one, out);
  }
  return *out != '\0' ? out : NULL;
}

uint64_t carcU_hash_text (uint64_t hash, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
  return hash;
}

uint64_t carcU_hash_mix (uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}
