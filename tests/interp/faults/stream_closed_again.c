// fault: double-free
#include <stdio.h>
int main(void) {
    FILE *file = fopen("closed_again", "w");
    fclose(file);
    fclose(file);
    remove("closed_again");
    return 0;
}
