// Control comes back to a declaration within its block: the variable has no value again, though it is the same object.
// EXPECTED: violated uninitialized in line 10
// EXPECTED -DWRITTEN: verified
int main(void)
{
    int value = 0, round = 0;
again:;
    int *place;
    if (round == 1)
        return *place;
#ifdef WRITTEN
    if (round == 2)
        return 0;
    round++;
#endif
    place = &value;
    *place = 1;
    round++;
    goto again;
}
