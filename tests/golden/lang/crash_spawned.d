// A declaration with parameters can crash too; the budget is one for all its instances.
//! expect: ok
//! expect -D N=2: violation
param int N = 1
int done
fault crash W <= N
Thread(int k) W { atomic { done := done + 1 } }
Thread T { pid p = spawn W(1); pid q = spawn W(2); join p; join q; assert done >= 1 }
