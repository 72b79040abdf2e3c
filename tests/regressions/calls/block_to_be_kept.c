/* Unknown: only the body says whether the function keeps the block, or whether it leaks. */
void *malloc(unsigned long size);
void consume(void *block);
int main(void) {
    consume(malloc(8));
    return 0;
}
