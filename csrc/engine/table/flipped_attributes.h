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
bool carc_set_feature_attribute (const carc_definition *d, carc_state *s, int tile, int segment,
                                 int attribute, bool yes, const char **why);

/* A segment bears an attribute otherwise than it did. */
void carc_flip_attribute (const carc_definition *d, carc_state *s, int tile, int segment, int attribute);

/* Whether so many open ends more could be counted, even if all features became one. */
bool carc_has_room_for_ends (const carc_definition *d, const carc_state *s, long more);

#endif
