extern void reach_error(void);
unsigned char f(int a) { return a; }
int main(void) {
 f(44);
 reach_error();
 return 0;
}
