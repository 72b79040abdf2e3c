// freopen gives NULL where it fails
typedef struct _IO_FILE { int _flags; char *_IO_read_ptr; } FILE;
extern FILE *stdin, *stdout;
FILE *freopen(const char *, const char *, FILE *);
int main(void)
{
    FILE *f = stdin;
    FILE *g = freopen("/nonexistent/x", "r", f);
end:
    return 0;
}
