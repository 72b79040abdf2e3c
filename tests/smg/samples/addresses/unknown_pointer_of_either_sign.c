// The order of pointers says nothing of the order of the same bits as signed numbers.
// TRUE: invalid-dereference in line 12
// TRUE: invalid-dereference in line 14
void *given(void);

int main(void)
{
    int *nothing = 0;
    char *pointer = given(), *other = given();
    if ((long)pointer <= (long)other)
        if (other < pointer)
            *nothing = 1;
    if ((long)pointer < 0 && (char *)5 < pointer)
        *nothing = 2;
    return 0;
}
