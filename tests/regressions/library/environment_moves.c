// setenv may move the environment
extern char **environ;
int setenv(const char *, const char *, int);
int main(void)
{
    char **e = environ;
    setenv("NEWVARIABLE", "1", 1);
end:
    return 0;
}
