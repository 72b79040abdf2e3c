int main(void) {
 int i = 0, k = 0;
 while (i < 3) { i++; } while (k < 4) { k++; }
 return 0;
}
