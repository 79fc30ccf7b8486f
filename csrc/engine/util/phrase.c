/*
** phrase.c: what scripts say to people: letters in UTF-8, and words in braces that stand for what the game knows.
*/
#include "util/phrase.h"

enum { INVALID = -1, MAX_BYTES = 4 /* of a letter */ };

/* The code of the first letter; moves *text past it. INVALID where there is none in UTF-8. */
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

static bool is_control (int code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

carc_status carcU_check_phrase (text_view text, int most, carc_error *err) {
  text_view rest = text;
  bool control = false;
  int letters = 0;
  while (rest.length > 0 && letters >= 0 && letters <= most) {
    int code = take_letter(&rest);
    control = control || (code >= 0 && is_control(code));
    letters = code == INVALID ? INVALID : letters + 1;
  }
  if (letters < 1 || letters > most || text.length > (size_t)most * MAX_BYTES)
    return FAIL_INVALID(err, "expected 1 to %d letters in UTF-8, got %lu bytes", most,
                        (unsigned long)text.length);
  return control ? FAIL_INVALID(err, "there is a control character in it") : CARC_OK;
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
