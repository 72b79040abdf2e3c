// a closed stream is no object
typedef struct _IO_FILE { int _flags; char *_IO_read_ptr; } FILE;
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int main(void)
{
    FILE *f = fopen("/tmp/xx", "r");
    if (f)
        fclose(f);
end:
    return 0;
}
