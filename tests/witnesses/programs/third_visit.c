// The statement with the error is visited three times, and the last visit has the error: the first two have waypoints, too.
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(2 * sizeof *numbers);
    for (int i = 0; i < 3; i++) {
        numbers[i] = i;
    }
    free(numbers);
    return 0;
}
