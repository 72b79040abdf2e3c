extern void reach_error(void);
int main(void) {
 int v = ({ int t = 4; t + 1; });
 reach_error();
 return v;
}
