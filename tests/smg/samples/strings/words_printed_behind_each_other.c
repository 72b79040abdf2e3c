// Words are printed behind each other as long as there is room: the result says how far the text reaches.
// SAFE
#include <stdio.h>
#include <string.h>
int main(int count, char **arguments) {
    char text[32] = "";
    size_t used = 0;
    for (int i = 1; i < count; i++) {
        int more = snprintf(text + used, sizeof text - used, " %s", arguments[i]);
        if (more < 0 || (size_t)more >= sizeof text - used) break;
        used += more;
    }
    puts(text);
    return 0;
}
