/* What a function stores in a variable is any number of its type, and nothing else changes. */
int parse(const char *text, int *number);
static int steps;
int main(void) {
    int room[4] = {0, 0, 0, 0};
    int place = 0;
    steps = 3;
    if (parse("2", &place) != 0 || place < 0 || place > 3) {
        return 1;
    }
    room[steps] = room[place];
    return room[3];
}
