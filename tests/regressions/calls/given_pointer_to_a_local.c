// The address of a local variable comes back as a result: a later call may change it.
int *pick(int *);
void touch(int *);
static int values[4];

int main(void)
{
    int index = 1, *given = pick(&index);
    index = 1;
    touch(given);
    values[index] = 1;
    return 0;
}
