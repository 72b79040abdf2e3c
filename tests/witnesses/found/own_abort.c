extern void reach_error(void);
void abort(void) { }
int main(void) {
 int x = 5;
 x = 6;
 reach_error();
 return x;
}
