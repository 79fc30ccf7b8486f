/* parse_selector.h: parses selectors in definitions and in running scripts. */
#ifndef CARC_PARSE_SELECTOR_H
#define CARC_PARSE_SELECTOR_H

#include "carcassonne.h"
#include "util/text.h"
#include "parser/selector_context.h"

/*
** A selector is one word, KIND(key=value;key=value;...). A filter is written likewise, but has no
** kind. Values can be selectors and filters. csrc/engine/DEFINITION.md lists the keys.
*/

/* Parses a selector or a filter, and sets *out to its number in the pool. */
carc_status carcP_read_selector (const selector_context *r, text_view w, int *out);
carc_status carcP_read_filter (const selector_context *r, text_view w, int *out);
/*
** As carcP_read_filter, but also accepts a comma-separated list of kinds of segments. If the list
** is empty, the filter matches nothing.
*/
carc_status carcP_read_segments (const selector_context *r, text_view w, int *out);

#endif
