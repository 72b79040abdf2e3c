// The loop makes an odd number of turns: two pointers have changed places. It builds nothing, and is no loop of any number of turns.
// SAFE
// FALSE ALARM: invalid-dereference in line 14: the number of iterations is odd
int main(void)
{
    unsigned i;
    int one, other, *left = &one, *right = &other;
    for (i = 1; i; ++i) {
        int *between = left;
        left = right;
        right = between;
    }
    if (left == &one)
        *(int *)0 = 1;
    return 0;
}
