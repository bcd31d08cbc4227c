	.text
	.globl asm_f
asm_f:
	ret
	.section .note.GNU-stack,"",@progbits
