! SPDX-License-Identifier: MIT
! heat.f90: the steady temperature of a rod that is heated in the middle, by conjugate
! gradients, whose dot products and norms are tcr's.
!
!     heat [POINTS]      default 2000
program heat
    use tcr
    implicit none
    real(c_double), allocatable :: x(:), r(:), p(:), q(:)
    real(c_double) :: rr, rr_before, pq, alpha, norm
    integer(c_long_long) :: n, hottest
    integer :: step, status
    character(len=20) :: word

    n = 2000
    call get_command_argument(1, word, status=status)
    if (status == 0) read (word, *) n
    allocate (x(n), r(n), p(n), q(n))
    x = 0
    r = 0
    r(n / 2 - n / 10:n / 2 + n / 10) = 1
    p = r
    call check(tcr_dot_f64(n, r, 1_c_long_long, r, 1_c_long_long, rr))
    do step = 1, int(2 * n)
        q = 2 * p
        q(2:) = q(2:) - p(:n - 1)
        q(:n - 1) = q(:n - 1) - p(2:)
        call check(tcr_dot_f64(n, p, 1_c_long_long, q, 1_c_long_long, pq))
        alpha = rr / pq
        x = x + alpha * p
        r = r - alpha * q
        rr_before = rr
        call check(tcr_dot_f64(n, r, 1_c_long_long, r, 1_c_long_long, rr))
        call check(tcr_nrm2_f64(n, r, 1_c_long_long, norm))
        if (norm < 1e-8_c_double) exit
        p = r + (rr / rr_before) * p
    end do
    call check(tcr_argmax_f64(n, x, 1_c_long_long, hottest))
    print '(a, i0, a, f0.4)', 'hottest at point ', hottest + 1, ': ', x(hottest + 1)
end program
