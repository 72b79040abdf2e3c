// A number that a function without a body gets may be an address, also if it was never converted to one.
void reach_error(void);
extern void change(long number);
union both {
    int *pointer;
    long number;
};
int main(void) {
    int first = 1;
    union both both;
    both.pointer = &first;
    change(both.number);
    if (!(first == 1)) {
        reach_error();
    }
    return 0;
}
