// a closed stream is read
typedef struct _IO_FILE { int _flags; char *_IO_read_ptr; } FILE;
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int main(void)
{
    FILE *f = fopen("/etc/passwd", "r");
    if (f) {
        fclose(f);
        return *(int *)f;
    }
end:
    return 0;
}
