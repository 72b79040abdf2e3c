/* Unknown: the function may follow the pointer in the struct, which leads to a block that is gone. */
struct text { char *start; int length; };
void *malloc(unsigned long size);
void free(void *block);
void show(const struct text *text);
int main(void) {
    struct text text = {malloc(4), 4};
    free(text.start);
    show(&text);
    return 0;
}
