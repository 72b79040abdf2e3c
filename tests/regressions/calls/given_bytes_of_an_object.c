// The bytes that the first function gives may be those of the number.
char *bytes_of(int *);
void clear(char *);
static int values[4];

int main(void)
{
    int index = 1;
    char *bytes = bytes_of(&index);
    index = 1;
    clear(bytes);
    values[index] = 1;
    return 0;
}
