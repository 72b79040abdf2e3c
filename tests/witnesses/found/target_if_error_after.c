extern void reach_error(void);
void f(int c) {
 if (c)
  reach_error();
}
int main(void) {
 if (1) {
  f(0);
 }
 f(1);
 return 0;
}
