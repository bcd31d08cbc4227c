# SPDX-License-Identifier: MIT
"""tcr.py: the functions of tcr.h by ctypes, for array.array and what else has the buffer
interface (NumPy's arrays do)."""
import ctypes
import os

_lib = ctypes.CDLL(os.environ.get("LIBTCR", "libtcr.so"))
_lib.tcr_strerror.restype = ctypes.c_char_p

# enum tcr_type, by the type codes of Python's buffers
_TYPES = {"b": 1, "B": 2, "h": 3, "H": 4, "i": 5, "I": 6, "l": 7, "q": 7, "L": 8, "Q": 8,
          "e": 9, "f": 11, "d": 12}


class Moments(ctypes.Structure):
    _fields_ = [("mean", ctypes.c_double), ("variance", ctypes.c_double),
                ("sample_variance", ctypes.c_double)]


def _array(view, step):
    """The arguments for one array: address and increment."""
    data = memoryview(view)
    address = ctypes.addressof(ctypes.c_char.from_buffer(data.cast("B"))) if len(data) else None
    return ctypes.c_void_p(address), ctypes.c_longlong(step)


def _call(name, result, first, *others, step=1):
    data = memoryview(first)
    n = ctypes.c_longlong((len(data) + step - 1) // step)
    arrays = [argument for view in (first, *others) for argument in _array(view, step)]
    error = _lib[name](ctypes.c_int(_TYPES[data.format]), n, *arrays, ctypes.byref(result), None)
    if error:
        raise RuntimeError(_lib.tcr_strerror(error).decode())
    return result


def _number(view, magnitude=False):
    """The type of a result, as in the table of tcr_reduce.h."""
    code = memoryview(view).format
    if code in "efd":
        return ctypes.c_double()
    return ctypes.c_ulonglong() if magnitude or code.isupper() else ctypes.c_longlong()


def sum(x, step=1):
    return _call("tcr_sum", _number(x), x, step=step).value


def dot(x, y, step=1):
    return _call("tcr_dot", _number(x), x, y, step=step).value


def asum(x, step=1):
    return _call("tcr_asum", _number(x, True), x, step=step).value


def amax(x, step=1):
    return _call("tcr_amax", _number(x, True), x, step=step).value


def nrm2(x, step=1):
    return _call("tcr_nrm2", ctypes.c_double(), x, step=step).value


def minimum(x, step=1):
    return _call("tcr_minimum", _number(x), x, step=step).value


def maximum(x, step=1):
    return _call("tcr_maximum", _number(x), x, step=step).value


def argmin(x, step=1):
    return _call("tcr_argmin", ctypes.c_longlong(), x, step=step).value


def argmax(x, step=1):
    return _call("tcr_argmax", ctypes.c_longlong(), x, step=step).value


def moments(x, step=1):
    return _call("tcr_meanvar", Moments(), x, step=step)
