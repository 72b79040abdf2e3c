// Only one input leads to the error.
// TRUE: reach-error in line 11
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int input = __VERIFIER_nondet_int();
    if (input > 41)
        if (input < 43)
            reach_error();
    return 0;
}
