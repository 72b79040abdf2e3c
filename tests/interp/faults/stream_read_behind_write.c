// fault: undefined-behaviour
#include <stdio.h>
int main(void) {
    FILE *file = tmpfile();
    fputs("text", file);
    return fgetc(file);
}
