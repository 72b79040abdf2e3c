extern void reach_error(void);
int f(int a) { return a; }
int main(void) {
 int x = sizeof(f(3)); x = f(4);
 reach_error();
 return x;
}
