extern void reach_error(void);
int main(void) {
 int x = 0;
 if (x)
  return 0;
 else
  reach_error();
 return 0;
}
