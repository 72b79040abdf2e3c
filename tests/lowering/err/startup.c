int *__attribute__((constructor)) f(void) { return 0; }
int number;
void __attribute__((destructor(number))) g(void) { }
int main(void) { return 0; }
