// The second name is one of the function above.
static int index = 1;
static int values[4];
void own(void) { index = 100; }
void other(void) __asm__("own");

int main(void)
{
    other();
    values[index] = 1;
    return 0;
}
