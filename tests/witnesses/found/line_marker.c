# 1 "p.c"
extern void reach_error(void);
int main(void) {
 int x = 1;
 x = 2;
 reach_error();
 return 0;
}
