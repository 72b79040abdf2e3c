/* Unknown: the function gets the address of `number` in a struct that was copied byte by byte. */
struct q { int *p; int n; };
void set(struct q *q);
int main(void) {
    int a = 0;
    struct q q = {&a, 1}; struct q r;
    unsigned char *s = (unsigned char *)&q, *t = (unsigned char *)&r;
    for (unsigned i = 0; i < sizeof q; i++) t[i] = s[i];
    set(&r);
    if (a) return *(int *)0;
    return 0;
}
