/*
** multiplier.h: how often a row counts, by what it says with `per`.
*/
#ifndef CARC_MULTIPLIER_H
#define CARC_MULTIPLIER_H

#include "model/definition.h"
#include "query/item.h"

/*
** How often a row counts for an item that passes. `cities`: of a field those that count; `only_city`: the one of them that does,
** NO_FEATURE for all.
*/
int carcQ_count_multiplier (query *q, const point_row *row, const query_item *t, int cities, int only_city);

#endif
