/*
** flipped_attributes.h: attributes for which scripts have changed what is printed.
*/
#ifndef CARC_FLIPPED_ATTRIBUTES_H
#define CARC_FLIPPED_ATTRIBUTES_H

#include "carcassonne.h"

/*
** Sets or removes an attribute of a feature. Setting changes this segment; removing changes all
** segments with the attribute. With merge=all, setting changes all segments, and removing changes
** only this segment. If the change is impossible, returns false, changes nothing, and gives the
** reason in *why.
*/
bool carcB_set_feature_attribute (const carc_definition *d, carc_state *s, int tile, int segment,
                                  int attribute, bool yes, const char **why);

/*
** Removes an attribute from one segment, whatever attributes the other segments of its feature
** have.
*/
bool carcB_remove_segment_attribute (const carc_definition *d, carc_state *s, int tile, int segment,
                                     int attribute, const char **why);

/*
** Whether an attribute of a segment must stay, because it gives the segment an end that has been
** joined.
*/
bool carcB_attribute_ends_in_use (const carc_definition *d, const carc_state *s, int tile, int segment,
                                  int attribute);

/* Why scripts cannot complete a feature now; NULL if they can. */
const char *carcB_why_cannot_close (const carc_definition *d, const carc_state *s);

/* Number of open ends that scripts have added to a segment; negative if they have removed some. */
int carcB_count_flipped_ends (const carc_definition *d, const carc_state *s, int tile, int segment);

/* Flips an attribute of a segment. */
void carcB_flip_attribute (const carc_definition *d, carc_state *s, int tile, int segment, int attribute);

/* Whether `more` open ends can still be counted, even if all features were joined into one. */
bool carcB_has_room_for_ends (const carc_definition *d, const carc_state *s, long more);

#endif
