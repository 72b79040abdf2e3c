int main(void) { int j; if (j) j = 1; return 0; }
