! SPDX-License-Identifier: MIT
! tcr.f90: the functions of tcr.h that heat.f90 uses, as Fortran sees them.  Others are declared
! alike: the name is C's, arguments that C takes by value have the attribute value, arrays
! and results do not.  Places (argmin, argmax) count from 0.
module tcr
    use, intrinsic :: iso_c_binding
    implicit none

    interface
        integer(c_int) function tcr_dot_f64(n, x, incx, y, incy, result) bind(c)
            import
            integer(c_long_long), value :: n, incx, incy
            real(c_double), intent(in) :: x(*), y(*)
            real(c_double), intent(out) :: result
        end function

        integer(c_int) function tcr_nrm2_f64(n, x, incx, result) bind(c)
            import
            integer(c_long_long), value :: n, incx
            real(c_double), intent(in) :: x(*)
            real(c_double), intent(out) :: result
        end function

        integer(c_int) function tcr_argmax_f64(n, x, incx, result) bind(c)
            import
            integer(c_long_long), value :: n, incx
            real(c_double), intent(in) :: x(*)
            integer(c_long_long), intent(out) :: result
        end function

        type(c_ptr) function tcr_strerror(error) bind(c)
            import
            integer(c_int), value :: error
        end function
    end interface

contains

    ! Stop with the error's text, if it is one.
    subroutine check(error)
        integer(c_int), intent(in) :: error
        character(kind=c_char), pointer :: text(:)
        integer :: n

        if (error == 0) return
        call c_f_pointer(tcr_strerror(error), text, [100])
        n = 0
        do while (text(n + 1) /= c_null_char)
            n = n + 1
        end do
        print *, text(1:n)
        error stop 1
    end subroutine
end module
