// A number of arguments that has no sign is not negative, either.
// EXPECTED: violated assertion in line 6
#include <assert.h>

int main(unsigned argc) {
    assert(argc < 3);
    return 0;
}
