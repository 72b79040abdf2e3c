/* The library changes the members of a stream. */
typedef struct _IO_FILE { char *_IO_read_ptr; } FILE;
FILE *fopen(const char *, const char *);
int fgetc(FILE *);
int main(void) {
  FILE *f = fopen("name", "r");
  if (!f) return 0;
  char *next = f->_IO_read_ptr;
  fgetc(f);
L:
  return 0;
}
