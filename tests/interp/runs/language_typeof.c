// typeof, __auto_type, statement expressions.
#define max(a,b) ({ typeof(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
__auto_type zz = 3;
int main(void) { __auto_type k = max(3, 4L); typeof(int *) p = 0; typeof(k) arr[2] = {k, 5}; return arr[0] + sizeof p + zz; }
