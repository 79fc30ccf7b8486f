/*
** tileset.c: the built-in tile sets, in the notation of carc_definition_new. In the words of a
** field, one side of each city that it borders follows '~'.
*/
#include <string.h>
#include "carcassonne.h"

/* clang-format off */
static const char base[] =
    "BA-A x2 monastery road:S field:NL.NR.EL.ER.SL.SR.WL.WR\n"
    "BA-B x4 monastery field:NL.NR.EL.ER.SL.SR.WL.WR\n"
    "BA-C x1 city:N.E.S.W+pennant\n"
    "BA-D x4 road:E.W city:N field:EL.WR~N field:ER.SL.SR.WL\n"
    "BA-E x5 city:N field:EL.ER.SL.SR.WL.WR~N\n"
    "BA-F x2 city:E.W+pennant field:NL.NR~W field:SL.SR~W\n"
    "BA-G x1 city:E.W field:NL.NR~W field:SL.SR~W\n"
    "BA-H x3 city:N city:S field:EL.ER.WL.WR~N.S\n"
    "BA-I x2 city:N city:W field:EL.ER.SL.SR~N.W\n"
    "BA-J x3 road:E.S city:N field:EL.SR.WL.WR~N field:ER.SL\n"
    "BA-K x3 road:S.W city:N field:EL.ER.SL.WR~N field:SR.WL\n"
    "BA-L x3 road:E road:S road:W city:N field:EL.WR~N field:SR.WL field:ER.SL\n"
    "BA-M x2 city:N.W+pennant field:EL.ER.SL.SR~N\n"
    "BA-N x3 city:N.W field:EL.ER.SL.SR~N\n"
    "BA-O x2 road:E.S city:N.W+pennant field:EL.SR~N field:ER.SL\n"
    "BA-P x3 road:E.S city:N.W field:EL.SR~N field:ER.SL\n"
    "BA-Q x1 city:N.E.W+pennant field:SL.SR~N\n"
    "BA-R x3 city:N.E.W field:SL.SR~N\n"
    "BA-S x2 road:S city:N.E.W+pennant field:SL~N field:SR~N\n"
    "BA-T x1 road:S city:N.E.W field:SL~N field:SR~N\n"
    "BA-U x8 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL\n"
    "BA-V x9 road:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL\n"
    "BA-W x4 road:E road:S road:W field:NL.NR.EL.WR field:ER.SL field:SR.WL\n"
    "BA-X x1 road:N road:E road:S road:W field:NL.WR field:NR.EL field:ER.SL field:SR.WL\n";
/* clang-format on */

/* clang-format off */
static const char traders[] =
    "TB-A x1 city:N road:E field:EL~N field:ER.SL.SR.WL.WR~N\n"
    "TB-B x1 road:N.S road:E.W field:NL.WR field:NR.EL field:ER.SL field:SR.WL\n"
    "TB-C x1 city:N road:W road:S field:WR~N field:SR.WL field:EL.ER.SL~N\n"
    "TB-D x1 city:N.W+grain city:S road:E field:EL~N field:ER~N.S\n"
    "TB-E x1 city:E.W+grain road:S field:NL.NR~W field:SR~W field:SL~W\n"
    "TB-F x1 city:N.W+grain road:S field:SR~N field:EL.ER.SL~N\n"
    "TB-G x1 city:N.W+grain field:EL.ER.SL.SR~N\n"
    "TB-H x1 city:N.E.W+grain field:SL.SR~N\n"
    "TB-I x1 road:S city:N.W+grain field:SR~N field:SL~N field:EL.ER~N\n"
    "TB-J x1 monastery road:E road:S road:W field:NL.NR.EL.WR field:ER.SL field:SR.WL\n"
    "TB-K x1 city:N.W+cloth road:E field:EL~N field:ER.SL.SR~N\n"
    "TB-L x1 city:N.W+cloth city:S road:E field:EL~N field:ER~N.S\n"
    "TB-M x1 city:N.W+cloth city:S city:E field~N.E.S\n"
    "TB-N x1 city:E.W+cloth city:S field:NL.NR~W field~W.S\n"
    "TB-O x1 road:S road:E city:N.W+cloth field:SR~N field:SL~N field:ER~N field:EL~N\n"
    "TB-P x1 city:E.W+wine city:S field:NL.NR~W field~W.S\n"
    "TB-Q x1 city:E.W+wine field:NL.NR~W field:SL.SR~W\n"
    "TB-R x1 city:E.W+wine road:N road:S field:NL~W field:NR~W field:SL~W field:SR~W\n"
    "TB-S x1 city:E.W+wine road:S field:NL.NR~W field:SR~W field:SL~W\n"
    "TB-T x1 city:N.W+wine field:EL.ER.SL.SR~N\n"
    "TB-U x1 city:N.W+wine road:S road:E field:SR~N field:ER.SL~N field:EL~N\n"
    "TB-V x1 city:N.E.W+wine road:S field:SR~N field:SL~N\n"
    "TB-W x1 road:E city:N.W+wine field:EL~N field:ER~N field:SL.SR~N\n"
    "TB-X x1 city:N.W+wine city:E.S field~N.S\n";
/* clang-format on */

static const struct { const char *name, *lines; } sets[] = {{"base", base}, {"traders", traders}};

enum { SETS = sizeof sets / sizeof *sets };

const char *carc_tileset_name (int index) { return index >= 0 && index < SETS ? sets[index].name : NULL; }

const char *carc_tileset (const char *name) {
  for (int i = 0; i < SETS; i++)
    if (strcmp(sets[i].name, name) == 0) return sets[i].lines;
  return NULL;
}
