int negate(int x) { return -\
-x; }
/* an end *\
/
int w\
hole;
char *s = "a\
b";
