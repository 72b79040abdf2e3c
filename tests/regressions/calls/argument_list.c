/* Unknown: the list leads to the address of `number`. */
void set_all(int count, __builtin_va_list list);
static void set(int count, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, count);
    set_all(count, list);
    __builtin_va_end(list);
}
int main(void) {
    int room[4] = {0, 0, 0, 0};
    int number = 0;
    set(1, &number);
    return room[number];
}
