/* Unknown: the copy of the struct holds the address of a function, which may be called. */
struct place { void *what; };
void keep(struct place place);
static int hit;
static void handler(void) { hit = 1; }
int main(void) {
    void (*function)(void) = handler;
    struct place place = {(void *)function};
    keep(place);
    return hit ? *(int *)0 : 0;
}
