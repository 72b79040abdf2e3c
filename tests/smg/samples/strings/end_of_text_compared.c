// Two strings of the command line: one may end with the other.
// SAFE
#include <string.h>

static int ends_with(const char *text, const char *end) {
    size_t length = strlen(text), end_length = strlen(end);
    return end_length <= length && memcmp(text + length - end_length, end, end_length) == 0;
}

int main(int argc, char **argv) {
    if (argc < 3)
        return 0;
    return ends_with(argv[1], argv[2]);
}
