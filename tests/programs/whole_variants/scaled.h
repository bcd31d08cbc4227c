/* SPDX-License-Identifier: MIT */
double plain(double x);
double scaled(double x);
double named(double x);
