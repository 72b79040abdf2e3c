extern void reach_error(void);
int damson_segment = 5;
int main(void) {
 int x = 1;
 x = 2;
 reach_error();
 return 0;
}
