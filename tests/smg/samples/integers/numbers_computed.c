// What is computed from an input alone is as free as the input, but not where something else depends on the same input.
// TRUE: reach-error in line 18
// TRUE: reach-error in line 24
// TRUE: reach-error in line 30
// FALSE ALARM: reach-error in line 37: 4 is no multiple of 3
// FALSE ALARM: reach-error in line 44: 2 % 4 is not 1
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    unsigned way = __VERIFIER_nondet_uint() % 8;
    switch (way) {
    case 0: {
        unsigned half = __VERIFIER_nondet_uint() / 2 + 1;
        if (half > 1 && half < 3)
            reach_error();
        break;
    }
    case 1: {
        unsigned char byte = __VERIFIER_nondet_int();
        if (byte == 200)
            reach_error();
        break;
    }
    case 2: {
        unsigned low = __VERIFIER_nondet_uint() & 7;
        if (low == 7)
            reach_error();
        break;
    }
    case 3: {
        // Not each number is three times another one.
        unsigned triple = __VERIFIER_nondet_uint() % 100 * 3;
        if (triple == 4)
            reach_error();
        break;
    }
    case 4: {
        unsigned input = __VERIFIER_nondet_uint();
        unsigned last = input % 4;
        if (last == 1 && input == 2)
            reach_error();
        break;
    }
    case 5: {
        int digit = __VERIFIER_nondet_int() % 10;
        if (digit == 10)
            reach_error();
        break;
    }
    }
    return 0;
}
