extern void reach_error(void);
int main(void) {
 int x = 1;
 if (x) { x = 0; } reach_error();
 return 0;
}
