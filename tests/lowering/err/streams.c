typedef struct _IO_FILE { char *_IO_read_ptr; } FILE;
int fgetc(FILE *stream);
char *f(FILE *stream) {
  FILE copy = *stream;
  char *next = stream->_IO_read_ptr;
  next = copy._IO_read_ptr;
  fgetc(stream);
  return next;
}
