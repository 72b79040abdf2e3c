# 1 "original.c"
# 1 "list.h" 1 3 4
int in_header;
# 7 "original.c" 2
#pragma pack(push, 1)
int in_file; //@ assume behind_code;
/* //@ in a comment */ char *s = "//@ in a string"; // a comment with //@ in it
//@assert no_blank;
   //@   assert blanks_around;   
//@
#line 100
int f(void) { //@ watch (in_file == 1);
//@ assert two_in_a_row;
#line 3 "other.c"
    return 0; // spliced \
    //@ not an annotation
}
//@ assert at_the_end;
