/*
** phrase.c: texts of scripts for people. They are in UTF-8; words in braces stand for values of the
** game.
*/
#include "util/phrase.h"

enum { INVALID = -1, MAX_BYTES = 4 /* MAX_BYTES: of a letter */ };

/*
** Returns the code of the first letter and moves *text past it; INVALID if the text is not UTF-8.
*/
static int take_letter (text_view *text) {
  static const int least[] = {0, 0x80, 0x800, 0x10000};
  unsigned char first = (unsigned char)text->at[0];
  int more = first < 0x80 ? 0 : first < 0xC0 ? INVALID : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
  if (more == INVALID || first >= 0xF8 || text->length < (size_t)more + 1) return INVALID;
  int code = more == 0 ? first : first & (0x3F >> more);
  for (int i = 1; i <= more; i++) {
    unsigned char next = (unsigned char)text->at[i];
    if ((next & 0xC0) != 0x80) return INVALID;
    code = code << 6 | (next & 0x3F);
  }
  *text = (text_view){text->at + more + 1, text->length - (size_t)more - 1};
  bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < least[more] || code > 0x10FFFF || surrogate ? INVALID : code;
}

/* Whether a code moves the cursor, or changes the direction of the text that follows. */
static bool is_control (int code) {
  static const int ranges[][2] = {{0, 0x1F},        {0x7F, 0x9F},     {0x61C, 0x61C},
                                  {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}};
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    if (code >= ranges[i][0] && code <= ranges[i][1]) return true;
  return false;
}

static bool is_hidden (int code, bool lines) {
  return is_control(code) && !(lines && (code == '\n' || code == '\t'));
}

/* Writes a letter that must not be shown as it is, as an escape sequence. */
static void put_escaped (text_writer *w, int code, unsigned char first) {
  if (code == '\n')
    carcU_put(w, "\\n");
  else if (code < 0x80)
    carcU_put(w, "\\%d", code == INVALID ? first : code);
  else
    carcU_put(w, "\\u{%X}", (unsigned)code);
}

void carcU_put_printable (text_writer *w, text_view text, bool lines) {
  while (text.length > 0) {
    text_view rest = text, shown = text;
    int code = INVALID;
    while (rest.length > 0) {
      shown = rest;
      code = take_letter(&rest);
      if (code == INVALID || is_hidden(code, lines)) break;
      shown = rest;
    }
    carcU_put(w, "%.*s", (int)(shown.at - text.at), text.at);
    if (shown.length == 0) return;
    put_escaped(w, code, (unsigned char)*shown.at);
    text = code == INVALID ? (text_view){shown.at + 1, shown.length - 1} : rest;
  }
}

carc_status carcU_check_text (text_view text, bool lines, carc_error *err) {
  while (text.length > 0) {
    int code = take_letter(&text);
    if (code == INVALID) return FAIL_INVALID(err, "expected UTF-8");
    if (is_hidden(code, lines))
      return FAIL_INVALID(err, "the text contains a control character, U+%04X", (unsigned)code);
  }
  return CARC_OK;
}

carc_status carcU_check_phrase (text_view text, int most, carc_error *err) {
  text_view rest = text;
  int letters = 0;
  while (rest.length > 0 && letters >= 0 && letters <= most)
    letters = take_letter(&rest) == INVALID ? INVALID : letters + 1;
  if (letters < 1 || letters > most || text.length > (size_t)most * MAX_BYTES)
    return FAIL_INVALID(err, "expected a text of 1 to %d characters in UTF-8, got %lu bytes", most,
                        (unsigned long)text.length);
  return carcU_check_text(text, false, err);
}

static bool is_of_name (char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.';
}

bool carcU_next_placeholder (text_view *rest, text_view *name) {
  for (;;) {
    carcU_split_word(*rest, '{', rest);
    if (rest->length == 0) return false;
    size_t n = 1;
    while (n < rest->length && is_of_name(rest->at[n])) n++;
    bool whole = n > 1 && n < rest->length && rest->at[n] == '}';
    *name = (text_view){rest->at + 1, n - 1};
    *rest = (text_view){rest->at + n, rest->length - n};
    if (whole) return true;
  }
}
