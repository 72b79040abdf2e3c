// The other function may go on in the string that strtok splits.
char *strtok(char *, const char *);
void step(void);
static int values[4];

int main(void)
{
    char text[8] = "a b c";
    strtok(text, " ");
    step();
    values[text[3] == 0 ? 100 : 1] = 1;
    return 0;
}
