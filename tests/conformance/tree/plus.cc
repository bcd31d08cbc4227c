extern "C" int plus(int a) { return a + 1; }
