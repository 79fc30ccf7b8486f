/*
** parse_selector.h: selectors from words, whether these stand in a definition or come from a script that runs.
*/
#ifndef CARC_PARSE_SELECTOR_H
#define CARC_PARSE_SELECTOR_H

#include "carcassonne.h"
#include "util/text.h"
#include "parser/selector_context.h"

/*
** A selector is one word, KIND(key=value;key=value;...); a filter has no kind. Others stand in it in the same way.
** csrc/engine/DEFINITION.md tells the keys.
*/

/* Reads a selector, or a filter; *out gets its number in the pool. */
carc_status carcP_read_selector (const selector_context *r, text_view w, int *out);
carc_status carcP_read_filter (const selector_context *r, text_view w, int *out);
/* The same where kinds of segments, with commas between, stand for a filter of them; none at all are none. */
carc_status carcP_read_segments (const selector_context *r, text_view w, int *out);

#endif
