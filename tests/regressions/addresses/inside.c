void *malloc(unsigned long);
void free(void *);
void reach_error(void);
char a[8];
int main(void) {
    char *p = malloc(4);
    if (p && p >= a && p < a + 8) reach_error();
    free(p);
    return 0;
}
