/* flipped_attributes.h: attributes that scripts set or remove, other than printed. */
#ifndef CARC_FLIPPED_ATTRIBUTES_H
#define CARC_FLIPPED_ATTRIBUTES_H

#include "carcassonne.h"

/*
** Sets or removes an attribute of a feature: on this segment, or on all that have it; with
** merge=all the other way round. Returns false without changes if it is impossible, with the reason
** in *why.
*/
bool carcB_set_feature_attribute (const carc_definition *d, carc_state *s, int tile, int segment,
                                  int attribute, bool yes, const char **why);

/* Removes an attribute from one segment, whatever other segments of its feature have. */
bool carcB_remove_segment_attribute (const carc_definition *d, carc_state *s, int tile, int segment,
                                     int attribute, const char **why);

/* Whether ends that attributes give a segment are joined, so that this attribute must stay. */
bool carcB_attribute_ends_in_use (const carc_definition *d, const carc_state *s, int tile, int segment,
                                  int attribute);

/* Why scripts cannot complete a feature now; NULL if they can. */
const char *carcB_why_cannot_close (const carc_definition *d, const carc_state *s);

/* Open ends of a segment, more or less than printed. */
int carcB_count_flipped_ends (const carc_definition *d, const carc_state *s, int tile, int segment);

/* Flips an attribute of a segment. */
void carcB_flip_attribute (const carc_definition *d, carc_state *s, int tile, int segment, int attribute);

/* Whether this number of further open ends can be counted, even if all features became one. */
bool carcB_has_room_for_ends (const carc_definition *d, const carc_state *s, long more);

#endif
