// printf uses a stream that is NULL
typedef struct _IO_FILE { int _flags; char *_IO_read_ptr; } FILE;
extern FILE *stdin, *stdout;
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int printf(const char *, ...);
int main(void)
{
    stdout = fopen("/nonexistent/x", "w");
    printf("a");
end:
    return 0;
}
