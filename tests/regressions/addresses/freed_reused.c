void *malloc(unsigned long);
void free(void *);
void reach_error(void);
int main(void) {
    char *p = malloc(1);
    if (!p) return 0;
    unsigned long x = (unsigned long)p;
    free(p);
    char *q = malloc(1);
    if (x == (unsigned long)q) reach_error();
    free(q);
    return 0;
}
