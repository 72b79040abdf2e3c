// A sum of an address and a number leads back where the number is negative, and may be any address.
// TRUE: out-of-bounds in line 12
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char buffer[10];
    unsigned long start = (unsigned long)(buffer + 5), sum;
    long more = __VERIFIER_nondet_int();
    sum = start + more;
    if (sum < (unsigned long)(buffer + 10) && sum >= (unsigned long)buffer)
        ((char *)sum)[-3] = 1;
    return 0;
}
