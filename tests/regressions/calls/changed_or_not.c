/* Unknown: the function need not change the pointer, and what that leads to is out of scope then. */
int *shared;
void show(void);
static void keep(void) {
    int number = 3;
    shared = &number;
    show();
}
int main(void) {
    keep();
    if (shared) {
        return *shared;
    }
    return 0;
}
