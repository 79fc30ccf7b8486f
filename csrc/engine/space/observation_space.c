/*
** observation_space.c: the planes of a definition. carcassonne_space.h describes them.
*/
#include "carcassonne_space.h"
#include "util/text.h"
#include "space/plane_groups.h"
#include "space/window.h"

size_t carc_observation_space_bytes (void) { return sizeof(carc_observation_space); }

carc_status carc_observation_space_init (const carc_definition *d, carc_observation_space *s, int radius,
                                         carc_error *err) {
  carc_observation_space made = {.d = d};
  TRY(carcN_make_window(d, radius, &made.window, err));
  int64_t planes = carcN_lay_out_planes(&made);
  if (planes * cells_of(&made.window) > INT32_MAX)
    return FAIL_INVALID(
        err,
        "an observation would have more than 2147483647 numbers for the cells at a distance of "
        "at most %d from the first tile; choose a smaller radius",
        made.window.radius);
  *s = made;
  return CARC_OK;
}

int carc_observation_space_planes (const carc_observation_space *s) {
  return s->first[CARC_PLANE_GROUP_COUNT];
}

int carc_observation_space_radius (const carc_observation_space *s) { return s->window.radius; }

int carc_observation_space_size (const carc_observation_space *s) {
  return carc_observation_space_planes(s) * cells_of(&s->window);
}

int carc_observation_space_board_planes (const carc_observation_space *s) {
  return s->first[CARC_PLANE_HAND_SIDE];
}

int carc_observation_space_plane_name (const carc_observation_space *s, int plane, char *out, size_t size) {
  if (plane < 0 || plane >= carc_observation_space_planes(s)) return -1;
  text_writer w = carcU_new_writer(out, size);
  carcN_put_plane_name(&w, s, plane);
  return carcU_written_length(&w);
}
