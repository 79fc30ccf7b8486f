#!/bin/sh
# Lists the C files that the project's format applies to.
for d in csrc tests examples; do
  [ -d $d ] && find $d -name '*.[ch]'
done | LC_ALL=C sort
