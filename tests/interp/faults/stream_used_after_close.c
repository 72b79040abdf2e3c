// fault: use-after-free
#include <stdio.h>
int main(void) {
    FILE *file = tmpfile(), *other = file;
    fputs("text", file);
    fclose(file);
    return fputs("more", other);
}
