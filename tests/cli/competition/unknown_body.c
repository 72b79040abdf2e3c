// The competition does not say what a function without a body does.
// valid-memsafety: UNKNOWN
// unreach-call: UNKNOWN
extern void elsewhere(int *);
int main(void) {
    int number = 0;
    elsewhere(&number);
    return 0;
}
