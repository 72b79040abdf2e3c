/* Unknown: the function may call the one that it gets as `void *`. */
void probe(void *data);
static int place;
static void advance(void) {
    place = 9;
}
int main(void) {
    int room[4] = {0, 0, 0, 0};
    probe((void *)advance);
    return room[place];
}
