// What is called is found, with all that this does, before the call.
static int turn;
static int read_turn(void) { return turn; }
static int first(void) { return 0; }

int main(void) {
    int (*table[2])(void) = {read_turn, first};
    return table[turn++]() != 1;
}
