extern void reach_error(void);
int main(void) {
 int i = 0;
 for (;;) { if (i++ > 1) break; }
 reach_error();
 return 0;
}
