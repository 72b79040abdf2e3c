// The result of `snprintf` may be more than there was room for.
// TRUE: out-of-bounds in line 9
#include <stdio.h>
#include <string.h>
int main(int count, char **arguments) {
    char text[32] = "";
    size_t used = 0;
    for (int i = 1; i < count; i++) {
        int more = snprintf(text + used, sizeof text - used, " %s", arguments[i]);
        used += more;
    }
    puts(text);
    return 0;
}
