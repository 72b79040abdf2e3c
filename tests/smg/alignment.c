#include <stdlib.h>

struct __attribute__((packed)) packed {
    char c;
    int i;
};

// The compiler knows where the member of a packed record lies, but a pointer to it does not.
int main(int count, char **arguments) {
    if (count > 3) {
        // A local object starts at an aligned address as well.
        struct packed local = { 0 };
        int *inside = &local.i;
        return *inside;
    }
    struct packed *record = malloc(sizeof *record);
    record->i = 1;
    int *member = &record->i;
    char *bytes = malloc(16);
    *(int *)(bytes + 8) = 1;
    int sum = *member + ((int *)bytes)[2];
    free(record);
    free(bytes);
    return sum;
}
