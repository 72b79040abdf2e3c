/* Unknown: the pointer behind the argument is const, and the number behind that is not. */
void set(int *const *place);
int main(void) {
    int number = 0;
    int *first = &number;
    set(&first);
    return number ? *(int *)0 : 0;
}
