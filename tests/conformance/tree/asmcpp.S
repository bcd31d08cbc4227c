#define RET ret
	.text
	.globl cpp_f
cpp_f:
	RET
	.section .note.GNU-stack,"",@progbits
