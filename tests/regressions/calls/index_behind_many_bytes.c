// The function may leave 1 behind all the bytes that it may change, too.
char buffer[64];
int index = 1;
void step(void);
static int values[4];

int main(void)
{
    step();
    values[index] = 1;
    return 0;
}
