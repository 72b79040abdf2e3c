// As far as 64 bits hold them they are numbers like others.
// SAFE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    __int128 number = __VERIFIER_nondet_int();
    __int128 sum = number + 5;
    long cut = sum;
    if (cut < -2147483643L || cut != sum)
        __VERIFIER_error();
    return 0;
}
