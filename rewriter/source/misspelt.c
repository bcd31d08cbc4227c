/* SPDX-License-Identifier: MIT */
/* misspelt.c: see misspelt.h.  Sources: OpenMP 5.2 and 6.0, OpenACC 3.3, and what gcc and clang
 * have besides. */
#include "misspelt.h"

#include <string.h>

#include "directive_private.h"

/* Of the names of directives. */
static const char *const omp_names[] = {
    "allocate",       "allocators", "assume",         "assumes",       "atomic",    "barrier",
    "begin",          "cancel",     "cancellation",   "critical",      "data",      "declare",
    "declare_target", "depobj",     "dispatch",       "distribute",    "end",       "enter",
    "error",          "exit",       "flatten",        "flush",         "for",       "fuse",
    "groupprivate",   "induction",  "interchange",    "interop",       "loop",      "mapper",
    "masked",         "master",     "metadirective",  "nothing",       "ordered",   "parallel",
    "point",          "reduction",  "requires",       "reverse",       "scan",      "scope",
    "section",        "sections",   "simd",           "single",        "split",     "stripe",
    "target",         "task",       "task_iteration", "taskgraph",     "taskgroup", "taskloop",
    "taskwait",       "taskyield",  "teams",          "threadprivate", "tile",      "unroll",
    "update",         "variant",    "workdistribute", "workshare"};
static const char *const acc_names[] = {"atomic", "cache",    "data",      "declare", "end",
                                        "enter",  "exit",     "host_data", "init",    "kernels",
                                        "loop",   "parallel", "region",    "routine", "serial",
                                        "set",    "shutdown", "update",    "wait"};

static const char *const omp_clauses[] = {"absent",
                                          "acq_rel",
                                          "acquire",
                                          "adjust_args",
                                          "affinity",
                                          "align",
                                          "aligned",
                                          "allocate",
                                          "allocator",
                                          "append_args",
                                          "apply",
                                          "at",
                                          "bind",
                                          "capture",
                                          "collapse",
                                          "collector",
                                          "combiner",
                                          "compare",
                                          "contains",
                                          "copyin",
                                          "copyprivate",
                                          "counts",
                                          "default",
                                          "defaultmap",
                                          "depend",
                                          "destroy",
                                          "detach",
                                          "device",
                                          "device_safesync",
                                          "device_type",
                                          "dist_schedule",
                                          "doacross",
                                          "dynamic_allocators",
                                          "enter",
                                          "exclusive",
                                          "fail",
                                          "filter",
                                          "final",
                                          "firstprivate",
                                          "from",
                                          "full",
                                          "grainsize",
                                          "graph_id",
                                          "graph_reset",
                                          "has_device_addr",
                                          "hint",
                                          "holds",
                                          "if",
                                          "in_reduction",
                                          "inbranch",
                                          "inclusive",
                                          "indirect",
                                          "induction",
                                          "inductor",
                                          "init",
                                          "init_complete",
                                          "initializer",
                                          "is_device_ptr",
                                          "lastprivate",
                                          "linear",
                                          "link",
                                          "local",
                                          "looprange",
                                          "map",
                                          "match",
                                          "memscope",
                                          "mergeable",
                                          "message",
                                          "monotonic",
                                          "no_openmp",
                                          "no_openmp_constructs",
                                          "no_openmp_routines",
                                          "no_parallelism",
                                          "nocontext",
                                          "nogroup",
                                          "nontemporal",
                                          "notinbranch",
                                          "novariants",
                                          "nowait",
                                          "num_tasks",
                                          "num_teams",
                                          "num_threads",
                                          "order",
                                          "ordered",
                                          "otherwise",
                                          "partial",
                                          "permutation",
                                          "priority",
                                          "private",
                                          "proc_bind",
                                          "read",
                                          "reduction",
                                          "relaxed",
                                          "release",
                                          "replayable",
                                          "reverse_offload",
                                          "safelen",
                                          "safesync",
                                          "saved",
                                          "schedule",
                                          "self_maps",
                                          "seq_cst",
                                          "severity",
                                          "shared",
                                          "simdlen",
                                          "sizes",
                                          "subdevice",
                                          "task_reduction",
                                          "thread_limit",
                                          "threads",
                                          "threadset",
                                          "to",
                                          "transparent",
                                          "uniform",
                                          "unified_address",
                                          "unified_shared_memory",
                                          "untied",
                                          "use",
                                          "use_device_addr",
                                          "use_device_ptr",
                                          "uses_allocators",
                                          "weak",
                                          "when",
                                          "write"};
static const char *const acc_clauses[] = {"async",
                                          "attach",
                                          "auto",
                                          "bind",
                                          "capture",
                                          "collapse",
                                          "copy",
                                          "copyin",
                                          "copyout",
                                          "create",
                                          "default",
                                          "default_async",
                                          "delete",
                                          "detach",
                                          "device",
                                          "device_num",
                                          "device_resident",
                                          "device_type",
                                          "deviceptr",
                                          "dtype",
                                          "finalize",
                                          "firstprivate",
                                          "gang",
                                          "host",
                                          "if",
                                          "if_present",
                                          "independent",
                                          "indirect",
                                          "link",
                                          "no_create",
                                          "nohost",
                                          "num_gangs",
                                          "num_workers",
                                          "pcopy",
                                          "pcopyin",
                                          "pcopyout",
                                          "pcreate",
                                          "present",
                                          "present_or_copy",
                                          "present_or_copyin",
                                          "present_or_copyout",
                                          "present_or_create",
                                          "private",
                                          "read",
                                          "reduction",
                                          "self",
                                          "seq",
                                          "tile",
                                          "use_device",
                                          "vector",
                                          "vector_length",
                                          "worker",
                                          "write"};

/* Of other compilers and of drafts: OmpSs, PGI. */
static const char *const others[] = {
    "commutative", "concurrent", "copy_deps", "copy_in", "copy_inout", "copy_out", "in",
    "inout",       "kernel",     "local",     "mirror",  "nocreate",   "out",      "pdelete",
    "reflected",   "updatein",   "updateout", "weakin",  "weakinout",  "weakout"};

struct list {
    const char *const *words;
    size_t n;
};
#define LIST(words)                                                                                \
    (struct list)                                                                                  \
    {                                                                                              \
        words, sizeof words / sizeof *words                                                        \
    }

static bool has(struct list l, const char *word)
{
    for (size_t i = 0; i < l.n; i++)
        if (strcmp(l.words[i], word) == 0)
            return true;
    return false;
}

/* The word at an offset of the directive's, if none of the lists has it but one has nearly. */
static void look(struct diag *d, const struct construct *c, const char *word, size_t at,
                 struct list first, struct list second)
{
    const bool omp = c->pragma->origin == ORIGIN_OMP;
    if (has(first, word) || has(second, word) || has(LIST(others), word))
        return;
    const char *near = help_nearest(word, first.words, first.n);
    if (!near)
        near = help_nearest(word, second.words, second.n);
    if (!omp && strcmp(word, "for") == 0)
        near = "loop";
    if (near)
        diag_pragma(d, DIAG_WARNING, c->pragma, at, strlen(word), near,
                    "%s has no '%s'; did you mean '%s'?", omp ? "OpenMP" : "OpenACC", word, near);
}

void misspelt_warn(struct diag *d, const struct construct *c)
{
    const bool omp = c->pragma->origin == ORIGIN_OMP;
    struct list names = omp ? LIST(omp_names) : LIST(acc_names), none = {0};
    struct list clauses = omp ? LIST(omp_clauses) : LIST(acc_clauses);
    if (c->parts == PART_OTHER)
        look(d, c, c->name, 0, names, none);
    else if (c->malformed)
        diag_pragma(
            d, DIAG_WARNING, c->pragma, c->unread, 1, NULL,
            "the clauses cannot be read from here on; the directive is left to the compiler");
    for (size_t i = 0; i < c->n_clauses; i++)
        if (c->clauses[i].argument) /* no part of a name */
            look(d, c, c->clauses[i].name, c->clauses[i].at, clauses, names);
        else
            look(d, c, c->clauses[i].name, c->clauses[i].at, names, clauses);
}
