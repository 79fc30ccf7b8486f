/*
** parse_areas.c: statements about areas (named places).
*/
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/names.h"
#include "model/printed.h"
#include "parser/grammar.h"
#include "parser/parse.h"
#include "parser/selector_names.h"

/*
** Whether the filters of two areas match the same segments of the tiles declared so far. The texts
** of the filters may differ.
*/
static bool is_same_area (const carc_definition *d, const area_row *a, const area_row *b) {
  for (int t = 0; t < d->n_types; t++)
    if (carcM_passing_segments(d, a->segments, &d->type[t]) !=
        carcM_passing_segments(d, b->segments, &d->type[t]))
      return false;
  return true;
}

carc_status carcP_area_statement (definition_reader *r) {
  carc_definition *d = r->d;
  area_row a;
  memset(&a, 0, sizeof a);
  statement_context g = carcP_begin_statement(r, IN_area, &a);
  TRY(carcP_read_keys(r, &g));
  if (carcP_is_reserved_name(a.name.text))
    return FAIL(r, "area %s: this name is a word of selectors; choose another name", a.name.text);
  declaration w = DECLARATION(r);
  int same = -1;
  TRY(carcM_declare_name(&w, CARC_NAME_KIND_AREA, a.name.shared, &a.name, &same));
  if (same >= 0)
    return carcM_confirm_redeclaration(&w, CARC_NAME_KIND_AREA, same, is_same_area(d, &a, &d->area[same]));
  if (d->n_areas == CARC_MAX_AREAS) return FAIL(r, "more than %d areas", CARC_MAX_AREAS);
  d->area[d->n_areas++] = a;
  carcM_disambiguate_name(d, CARC_NAME_KIND_AREA, &a.name);
  return CARC_OK;
}
