static int last;

static void forget(void)
{
    int number = 0;
    last = number;
}

static void keep(int number)
{
    last = number;
kept:
    ;
}

int main(void)
{
    int number = 1;
    forget();
    keep(2);
    return number + last - 3;
}
