/* Unknown: a `void *` leads to an object of any size. */
void *get(void);
int main(void) {
    long *number = get();
    if (!number) {
        return 1;
    }
    return (int)*number;
}
