// fault: out-of-bounds
#include <string.h>

int main(void) {
    char small[4];
    strcpy(small, "four");
    return small[0];
}
