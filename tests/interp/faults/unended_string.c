// fault: out-of-bounds
#include <string.h>

int main(void) {
    char letters[4] = {'a', 'b', 'c', 'd'};
    return (int)strlen(letters);
}
