/*
** flipped_attributes.h: attributes that scripts give to features or take away, beyond what is printed on their segments.
*/
#ifndef CARC_FLIPPED_ATTRIBUTES_H
#define CARC_FLIPPED_ATTRIBUTES_H

#include "carcassonne.h"

/*
** A feature gets an attribute, or loses it: the segment bears it, or those that do bear it no more; with merge=all the
** other way round. False, and nothing changed, where it cannot be: `*why` says why.
*/
bool carcB_set_feature_attribute (const carc_definition *d, carc_state *s, int tile, int segment,
                                  int attribute, bool yes, const char **why);

/* The same of one segment alone, which bears an attribute no more, whatever others of its feature bear. */
bool carcB_remove_segment_attribute (const carc_definition *d, carc_state *s, int tile, int segment,
                                     int attribute, const char **why);

/* Whether ends that attributes give a segment were joined, so that it cannot do without this one. */
bool carcB_attribute_ends_in_use (const carc_definition *d, const carc_state *s, int tile, int segment,
                                  int attribute);

/* Why something else than a tile cannot complete a feature now; NULL where it can. */
const char *carcB_why_cannot_close (const carc_definition *d, const carc_state *s);

/* How many open ends a segment has more, or less, than its tile shows. */
int carcB_count_flipped_ends (const carc_definition *d, const carc_state *s, int tile, int segment);

/* A segment bears an attribute otherwise than it did. */
void carcB_flip_attribute (const carc_definition *d, carc_state *s, int tile, int segment, int attribute);

/* Whether so many open ends more could be counted, even if all features became one. */
bool carcB_has_room_for_ends (const carc_definition *d, const carc_state *s, long more);

#endif
