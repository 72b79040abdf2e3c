// The function may give a number from 10 to 13.
int get(void);
static int values[4];

int main(void)
{
    values[get() - 10] = 1;
    return 0;
}
