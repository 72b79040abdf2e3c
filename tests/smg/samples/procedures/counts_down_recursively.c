// A function that counts down by calling itself: numbers are widened where the calls of it are one.
// SAFE
extern int __VERIFIER_nondet_int(void);

static int down(int count)
{
    if (count > 0)
        return down(count - 1);
    return 0;
}

int main(void)
{
    int cells[1] = {0};
    int index = down(__VERIFIER_nondet_int());
    return index == 0 ? cells[index] : 0;
}
