/* Unknown: what the function gets is the address of a function, which it may call. */
void keep(void *what);
static int hit;
static void handler(void) { hit = 1; }
int main(void) {
    void (*function)(void) = handler;
    void *what = (void *)function;
    keep(what);
    return hit ? *(int *)0 : 0;
}
