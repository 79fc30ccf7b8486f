/*
** multiplier.h: computes the multipliers of rows, according to their key `per`.
*/
#ifndef CARC_MULTIPLIER_H
#define CARC_MULTIPLIER_H

#include "model/definition.h"
#include "query/item.h"

/*
** Multiplier of a row for an item that passes its condition. `cities` is the number of cities that
** count for a field. `only_city` is the only city that counts; with NO_FEATURE, all cities count.
*/
int carcQ_count_multiplier (query *q, const point_row *row, const query_item *t, int cities, int only_city);

#endif
