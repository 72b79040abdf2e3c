/* Unknown, as it depends on the function. Other files may change a variable with external linkage: it need not be 0 behind the call. */
void tick(void);
int place;
int main(void) {
    int room[4] = {0, 0, 0, 0};
    place = 0;
    tick();
    return room[place & 7];
}
