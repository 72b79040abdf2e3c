// stdin and stdout are streams from the start
typedef struct _IO_FILE { int _flags; char *_IO_read_ptr; } FILE;
extern FILE *stdin, *stdout;
int main(int argc, char **argv)
{
    FILE *f = argc > 1 ? stdin : stdout;
end:
    return 0;
}
