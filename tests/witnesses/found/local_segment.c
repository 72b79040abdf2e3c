extern void reach_error(void);
int main(void) {
 int damson_segment = 1;
 damson_segment = 1;
 reach_error();
 return 0;
}
