int *id(int *p) { return p; }
int main(void) {
 int *p = id(&(int){3});
 int x = *p;
 return x - 3;
}
