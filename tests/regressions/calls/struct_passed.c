/* Unknown: the function gets a copy of the struct, and with it the address of the block. */
struct text { char *start; int length; };
void *malloc(unsigned long size);
void free(void *block);
void consume(struct text text);
int main(void) {
    struct text text = {malloc(4), 4};
    consume(text);
    *text.start = 'a';
    free(text.start);
    return 0;
}
