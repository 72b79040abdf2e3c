/* Unknown: the function may call the one in the object that it gets as `const void *`. */
struct operations { void (*advance)(void); int number; };
void probe(const void *data);
static int place;
static void advance(void) {
    place = 9;
}
static const struct operations operations = {advance, 1};
int main(void) {
    int room[4] = {0, 0, 0, 0};
    probe(&operations);
    return room[place];
}
