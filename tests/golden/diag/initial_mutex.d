//! expect: diagnostic 3:11 a mutex starts free and takes no initial value
mutex a
mutex b = a
Thread A { skip }
