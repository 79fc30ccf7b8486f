/* full_space.c: action spaces of games with scripts, for hosts without Lua. */
#include <stdio.h>
#include "carcassonne_full.h"
#include "carcassonne_space.h"
#include "hook_rows.h"
#include "model/definition.h"
#include "util/compiler.h"

EXPORTED int carc_game_action_space (const carc_game *game, int radius, carc_action_space *space,
                                     char *message, size_t size) {
  const carc_definition *def = carc_game_definition(game);
  carc_row_set asking = carcL_asking_phases(def->ud);
  carc_error err = {0};
  carc_status status = carc_action_space_init(def, space, radius, &asking, &err);
  if (size > 0) snprintf(message, size, "%s", status == CARC_OK ? "" : err.message);
  return (int)status;
}
