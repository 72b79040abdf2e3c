int main(void) {
 int i;
 for (i = 0; i < 3; i++) { }
 return 0;
}
