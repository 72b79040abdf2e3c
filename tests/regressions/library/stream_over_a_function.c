// fputs may call a function of the program
typedef struct _IO_FILE { int _flags; char *_IO_read_ptr; } FILE;
FILE *fopencookie(void *, const char *, long (*)(void *, const char *, unsigned long));
int fputs(const char *, FILE *);
static int r;
static long written(void *cookie, const char *text, unsigned long size)
{
    r = 7;
    return size;
}
int main(void)
{
    FILE *f = fopencookie(0, "w", written);
    if (!f)
        return 0;
    r = 0;
    fputs("abc", f);
end:
    return 0;
}
