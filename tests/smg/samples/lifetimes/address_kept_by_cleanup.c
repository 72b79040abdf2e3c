// What cleans a variable up may keep its address, and use it when the scope has ended.
// TRUE: use-after-scope in line 15
static int *kept;

static void keep(int *number)
{
    kept = number;
}

int main(void)
{
    {
        __attribute__((cleanup(keep))) int number = 1;
    }
    return *kept;
}
