/*
** ports.h: the ports of a tile, three on each side, clockwise.
*/
#ifndef CARC_PORTS_H
#define CARC_PORTS_H

#include "util/compiler.h"

enum { PORT_LEFT, PORT_MIDDLE, PORT_RIGHT };
ALWAYS_INLINE int port_at (int side, int third) { return 3 * side + third; }

#endif
