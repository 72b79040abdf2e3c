extern void reach_error(void);
int main(void) {
 for (int i = 0; i < 3; i++)
  if (i == 2)
   reach_error();
 return 0;
}
