// fault: invalid-free
typedef unsigned long size_t;
void *malloc(size_t size);
void free(void *pointer);

int main(void) {
    char *p = malloc(4);
    free(p + 1);
    return 0;
}
