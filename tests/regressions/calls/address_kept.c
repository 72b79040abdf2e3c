/* Unknown, as it depends on the function. A function may keep the address of a static variable: another call may change it. */
void watch(int *number);
void tick(void);
static int place;
int main(void) {
    int room[4] = {0, 0, 0, 0};
    watch(&place);
    place = 0;
    tick();
    return room[place & 7];
}
