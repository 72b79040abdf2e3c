/* Unknown: the function may call the one that it gets, at once or later. */
void at_signal(void (*function)(void));
static int place;
static void advance(void) {
    place = 9;
}
int main(void) {
    int room[4] = {0, 0, 0, 0};
    at_signal(advance);
    return room[place];
}
