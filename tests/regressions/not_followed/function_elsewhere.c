// False: g may do anything to the list.
typedef struct N { struct N *n; } *List;
void g(List x);
void f(List x) { g(x); ne: return; }
