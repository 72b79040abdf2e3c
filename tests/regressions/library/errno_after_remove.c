// the same, and a run shows it
int *__errno_location(void);
int remove(const char *);
int main(void)
{
    int *e = __errno_location();
    *e = 0;
    remove("/nonexistent/x");
end:
    return 0;
}
