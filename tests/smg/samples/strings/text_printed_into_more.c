// What is printed need not fill the room there is: behind it nothing was written.
// TRUE: uninitialized in line 9
#include <stdio.h>

int main(void) {
    char text[8];
    snprintf(text, sizeof text, "%s", "a");
    printf("%s", text);
    if (text[7])
        return 1;
    return 0;
}
