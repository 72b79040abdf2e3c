// Numbers that are computed from others: what later becomes known of those is not forgotten, or nothing is certain.
// SAFE
// Lines 20 and 21 are proved: what narrows a number narrows those that are related to it.
// Lines 22 to 34 need more than ranges and differences:
// FALSE ALARM: out-of-bounds in line 22: x is small
// FALSE ALARM: out-of-bounds in line 23: x is small
// Line 26 is proved, too: a quotient is related to the number that is divided.
// FALSE ALARM: out-of-bounds in line 28: a remainder of 7 is at most 6
// FALSE ALARM: out-of-bounds in line 30: an even number of three bits is at most 6
// FALSE ALARM: out-of-bounds in line 34: an even number of three bits is at most 6
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int few[4] = {0}, seven[7] = {0};
    unsigned x = __VERIFIER_nondet_uint();
    unsigned rest = x % 10, bits = x & 7, part = x / 8, flipped = x ^ 1;
    unsigned char byte = x;
    if (x < 4) {
        few[rest] = 1;
        few[bits] = 1;
        few[flipped] = 1;
        few[byte & 7] = 1;
    }
    if (x < 32)
        few[part & 7] = 1;
    int y = __VERIFIER_nondet_int();
    seven[y < 0 ? -(y % 7) : y % 7] = 1;
    unsigned even = x * 2;
    seven[even & 7] = 1;
    int step = 0;
    while (__VERIFIER_nondet_int())
        step += 2;
    seven[step & 7] = 1;
    return 0;
}
