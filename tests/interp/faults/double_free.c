// fault: double-free
typedef unsigned long size_t;
void *malloc(size_t size);
void free(void *pointer);

int main(void) {
    char *p = malloc(4);
    char *q = p;
    free(p);
    free(q);
    return 0;
}
