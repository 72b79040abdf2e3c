// C leaves open whether texts that are alike are one, and GCC gives objects of no bytes one address.
// TRUE: reach-error in line 13
// TRUE: reach-error in line 15
extern void __VERIFIER_error(void);

struct nothing {};

int main(void)
{
    const char *first = "abc", *second = "abc";
    struct nothing one, other, *left = &one, *right = &other;
    if (first == second)
        __VERIFIER_error();
    if (left == right)
        __VERIFIER_error();
    return 0;
}
