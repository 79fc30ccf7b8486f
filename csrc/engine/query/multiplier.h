/* multiplier.h: multipliers of rows, by their key `per`. */
#ifndef CARC_MULTIPLIER_H
#define CARC_MULTIPLIER_H

#include "model/definition.h"
#include "query/item.h"

/*
** Multiplier of a row for an item that passes. `cities`: for a field, the number of cities that
** count; `only_city`: the only one that counts, or NO_FEATURE for all.
*/
int carcQ_count_multiplier (query *q, const point_row *row, const query_item *t, int cities, int only_city);

#endif
