// What is called must be a function: the address of an object, a number and NULL are none.
// EXPECTED: violated invalid-dereference in line 15
// EXPECTED -DNUMBER: violated invalid-dereference in line 15
// EXPECTED -DNONE: violated invalid-dereference in line 15
static int object;

int main(void)
{
    int (*function)(void) = (int (*)(void))(void *)&object;
#ifdef NUMBER
    function = (int (*)(void))8;
#elif defined NONE
    function = 0;
#endif
    return function();
}
