/* A function that gets only text and numbers changes no memory of the program: the double free is found behind it. */
void *malloc(unsigned long size);
void free(void *block);
void log_message(const char *format, ...) __attribute__((format(printf, 1, 2)));
int main(void) {
    char *block = malloc(4);
    log_message("block %p of %d bytes, %s", (void *)block, 4, "new");
    free(block);
    free(block);
    return 0;
}
