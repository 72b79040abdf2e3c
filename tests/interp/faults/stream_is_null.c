// fault: invalid-dereference
#include <stdio.h>
int main(void) {
    FILE *file = fopen("there is no such file", "r");
    return fgetc(file);
}
