// A file that an editor began with a byte order mark.
#include <stdio.h>
int main(void) { printf("read\n"); return 0; }
