// A number that a function without a body gets may be an address that was copied there byte by byte.
void reach_error(void);
void *memcpy(void *target, const void *source, unsigned long size);
extern void change(long number);
int main(void) {
    int first = 1;
    int *pointer = &first;
    long number;
    memcpy(&number, &pointer, sizeof number);
    change(number);
    if (!(first == 1)) {
        reach_error();
    }
    return 0;
}
