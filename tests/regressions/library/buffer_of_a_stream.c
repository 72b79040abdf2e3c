// printf writes to the stream's buffer
typedef struct _IO_FILE { int _flags; char *_IO_read_ptr; } FILE;
extern FILE *stdin, *stdout;
int printf(const char *, ...);
int setvbuf(FILE *, char *, int, unsigned long);
int main(void)
{
    static char buf[256];
    setvbuf(stdout, buf, 0, sizeof buf);
    buf[0] = 'a';
    printf("zzz");
end:
    return 0;
}
