// Conditions of all kinds, for the judged witnesses: the error needs kind 2, a positive number, and a call that returns 3.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int doubled(int number) {
    return 2 * number;
}

int main(void) {
    int kind = __VERIFIER_nondet_int();
    int number = __VERIFIER_nondet_int() > 0 ? 1 : 0;
    int result = 0;
    switch (kind) {
    case 1:
        result = doubled(2);
        break;
    case 2:
        result = doubled(number);
        break;
    default:
        return 0;
    }
    int again = __VERIFIER_nondet_int();
    if (again == 3 && result == 2 && number == 1) {
        reach_error();
    }
    return 0;
}
