extern void reach_error(void);
int f(int *p) { *p = 7; return 1; }
int main(void) {
 int damson_value = 0;
 f(&damson_value);
 if (damson_value == 0)
  reach_error();
 return 0;
}
