// The other function may change the environment.
char *getenv(const char *);
void step(void);

int main(void)
{
    char *home = getenv("HOME");
    step();
    return home ? home[0] : 0;
}
