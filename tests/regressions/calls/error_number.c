/* Unknown: the function may set `errno`. */
int *__errno_location(void);
void tick(void);
int main(void) {
    int room[4] = {0, 0, 0, 0};
    *__errno_location() = 0;
    tick();
    return room[*__errno_location() & 7];
}
