/* An error: the function may convert the number back to the pointer, and write there. */
void keep(unsigned long place);
int main(void) {
    int number = 0;
    keep((unsigned long)&number);
    return number ? *(int *)0 : 0;
}
