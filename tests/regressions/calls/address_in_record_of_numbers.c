// A record that a function without a body gets may hold an address, although its type has no pointers.
void reach_error(void);
struct with_pointer {
    int *pointer;
};
struct with_number {
    long number;
};
extern void change(struct with_number record);
int main(void) {
    int first = 1;
    struct with_pointer record = { &first };
    change(*(struct with_number *)&record);
    if (!(first == 1)) {
        reach_error();
    }
    return 0;
}
