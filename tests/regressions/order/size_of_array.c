extern void reach_error(void);
int g=1; int f(void){g=5; return 0;}
int main(void){ int x=f()+sizeof(char[g]); if(x==1) reach_error(); return 0;}
