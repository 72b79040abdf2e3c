int nondet(void);
void annotated(int *x) {
  int i = 0;
  //@ assert i == 0;
  while (nondet()) {
    if (i == 3) {
      //@ assert i == 3;
      break;
    }
    i++;
  }
  //@ assert i >= 0;
  for (i = 0; i < 3; i++)
    //@ assert i < 3;
    ;
}
