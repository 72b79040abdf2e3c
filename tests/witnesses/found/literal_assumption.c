int main(void) {
 int *p;
 p = &(int){3};
 int x = *p;
 return x - 3;
}
