extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
 void *g = malloc(4);
 free(g);
 return 0;
}
