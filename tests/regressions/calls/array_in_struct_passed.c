/* Unknown, as it depends on the function. The function gets a copy of the struct, and with it the address of `number`: it need not be 0 behind the call. */
struct place { int *number; };
void advance(struct place place);
int main(void) {
    int room[4] = {0, 0, 0, 0};
    int number = 0;
    struct place place = {&number};
    advance(place);
    return room[number & 7];
}
