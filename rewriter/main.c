/* SPDX-License-Identifier: MIT */
/*
 * main.c: tcr-rewrite.
 *
 *     tcr-rewrite [--tcr-*] [-o OUT.i] FILE.c [-- CC ARG...]
 *
 * Exit status: that of enum unit_status, or the preprocessor's own.
 */
#include <stdlib.h>

#include "front/ast.h"
#include "unit.h"

static int run(struct unit *u)
{
    u->report.form = u->opt.report_form;
    u->report.link = u->opt.link != NULL;
    u->report.file = u->opt.report_file;
    int status = unit_analyse(u);
    if (u->opt.report && u->diag.src) {
        unsigned errors = u->diag.errors;
        report_write(&u->report, &u->diag);
        if (u->diag.errors > errors)
            return UNIT_ERRORS;
    }
    return status == UNIT_DONE ? unit_write(u) : status;
}

static void unit_free(struct unit *u)
{
    for (size_t i = 0; i < u->n_directives; i++)
        directive_free(u->directives[i]);
    free(u->directives);
    free(u->regions);
    free(u->plans);
    for (size_t i = 0; u->device && i < u->n_regions; i++)
        free(u->device[i]);
    free(u->device);
    free(u->device_text);
    report_free(&u->report);
    diag_log_free(&u->log);
    images_free(&u->images);
    ast_free(u->ast);
    source_free(&u->src);
    units_free(&u->others);
    options_free(&u->opt);
    ir_free_all();
}

static int show_version(void)
{
    char *nvrtc = NULL;
    images_find_compiler(&nvrtc);
    printf("tcr-rewrite 0.1\nlibclang: %s\nNVRTC: %s\n", ast_version(), nvrtc ? nvrtc : "none");
    free(nvrtc);
    return 0;
}

int main(int argc, char **argv)
{
    struct unit u = {0};
    int status = options_parse(&u.opt, argc, argv);
    if (status == OPTIONS_RUN)
        status = run(&u);
    else if (status == OPTIONS_VERSION)
        status = show_version();
    diag_end(&u.diag);
    unit_free(&u);
    return status;
}
