// What is known of a pointer has no ends that could be tried as numbers.
// TRUE: invalid-dereference in line 11
void *given(void);

int main(void)
{
    int *nothing = 0;
    void *pointer = given();
    unsigned long next = (unsigned long)pointer + 1;
    if (next == 5)
        *nothing = 1;
    return 0;
}
