/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* dladdr */
#include "images.h"
#include "../../runtime/nvrtc/nvrtc.h"
#include "../text/text.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char no_nvrtc[] =
    "no NVRTC (libnvrtc.so.13 or .12) in $TCR_CUDA_HOME, $CUDA_HOME, $CUDA_PATH, /usr/local/cuda "
    "or the loader's path";

const char *images_missing_home(void)
{
    const char *home = getenv("TCR_CUDA_HOME");
    struct stat st;
    return home && *home && (stat(home, &st) || !S_ISDIR(st.st_mode)) ? home : NULL;
}

int images_find_compiler(char **what)
{
    struct tcr_nvrtc rtc;
    if (tcr_nvrtc_open(&rtc)) {
        *what = xstrdup(no_nvrtc);
        return -ENOENT;
    }
    *what = xasprintf("%s (%d.%d)", rtc.path, rtc.major, rtc.minor);
    return 0;
}

/* From the file alone, or with the version if the library has been loaded. */
static int identify(const char *path, const struct tcr_nvrtc *loaded, char **what)
{
    struct stat st;
    if (stat(path, &st))
        return -ENOENT;
    *what = xasprintf("%d.%d %s %lld %lld.%09ld", loaded ? loaded->major : 0,
                      loaded ? loaded->minor : 0, path, (long long)st.st_size,
                      (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
    return 0;
}

int images_identity(char **what)
{
    struct tcr_nvrtc rtc;
    Dl_info info;
    if (tcr_nvrtc_find(&rtc) == 0)
        return identify(rtc.path, NULL, what);
    if (tcr_nvrtc_open(&rtc) || !dladdr(*(void **)&rtc.nvrtcVersion, &info) || !info.dli_fname)
        return -ENOENT;
    return identify(info.dli_fname, &rtc, what);
}

int images_true_identity(char **what)
{
    struct tcr_nvrtc seen, rtc;
    bool found = tcr_nvrtc_find(&seen) == 0;
    if (tcr_nvrtc_open(&rtc))
        return -ENOENT;
    if (!found || strcmp(seen.path, rtc.path) == 0)
        return images_identity(what);
    return identify(rtc.path, &rtc, what);
}

static bool supported(const struct tcr_nvrtc *rtc, unsigned arch)
{
    int n = 0;
    bool found = false;
    if (rtc->nvrtcGetNumSupportedArchs(&n) || n <= 0)
        return false;
    int *list = xcalloc((size_t)n, sizeof *list);
    if (!rtc->nvrtcGetSupportedArchs(list))
        for (int i = 0; i < n; i++)
            found |= (unsigned)list[i] == arch;
    free(list);
    return found;
}

/*
 * One compilation.  The memory is shared with the child that does it, so that
 * nothing has to be sent back; pages that are not written cost nothing.
 */
enum { JOB_BYTES = 32 << 20 };
struct job {
    unsigned kind, arch;
    int status;      /* as images_compile; -EIO until it has run */
    struct job *ptx; /* of the same compilation; NULL: it is not wanted */
    bool comes_with; /* another job, whose `ptx` it is */
    size_t size;     /* of the image, or of the log */
    char *bytes;     /* JOB_BYTES; an image, or if status is not 0 a log */
};
struct work {
    atomic_uint next; /* step: all jobs for machine code, then all others */
    unsigned n;
    struct job jobs[];
};

/* Our own, then the words of `flags`, in place. */
static unsigned make_options(const struct tcr_nvrtc *rtc, const struct job *job, char *flags,
                             char *arch, size_t arch_size, const char **options, unsigned room)
{
    unsigned n = 0;
    snprintf(arch, arch_size, "--gpu-architecture=%s_%u",
             job->kind == TCR_IMAGE_PTX ? "compute" : "sm", job->arch);
    options[n++] = arch;
    options[n++] = "-std=c++17";
    options[n++] = "-w";
    if (rtc->major >= 13) /* saves time: kernels use no textures and no device runtime */
        options[n++] = "--minimal";
    char *state;
    for (char *word = strtok_r(flags, " \t\n", &state); word && n < room;
         word = strtok_r(NULL, " \t\n", &state))
        options[n++] = word;
    return n;
}

static void job_fail(struct job *job, int status, const char *why)
{
    job->status = status;
    snprintf(job->bytes, JOB_BYTES, "%s", why);
    job->size = strlen(job->bytes);
}

static void take_log(const struct tcr_nvrtc *rtc, struct job *job, tcr_nvrtc_program p, int result)
{
    size_t size = 0;
    if (!rtc->nvrtcGetProgramLogSize(p, &size) && size > 1 && size <= JOB_BYTES &&
        !rtc->nvrtcGetProgramLog(p, job->bytes)) {
        job->status = -EINVAL;
        job->size = size - 1;
        return;
    }
    job_fail(job, -EINVAL, rtc->nvrtcGetErrorString(result));
}

/* A compilation for a device gives its PTX, too.  What is missing is compiled later. */
static void take_ptx(const struct tcr_nvrtc *rtc, struct job *job, tcr_nvrtc_program p)
{
    size_t size = 0;
    if (!rtc->nvrtcGetPTXSize(p, &size) && size > 1 && size <= JOB_BYTES &&
        !rtc->nvrtcGetPTX(p, job->bytes)) {
        job->status = 0;
        job->size = size - 1;
    }
}

static void take_image(const struct tcr_nvrtc *rtc, struct job *job, tcr_nvrtc_program p)
{
    bool ptx = job->kind == TCR_IMAGE_PTX;
    size_t size = 0;
    if ((ptx ? rtc->nvrtcGetPTXSize : rtc->nvrtcGetCUBINSize)(p, &size) || !size)
        job_fail(job, -EIO, "NVRTC gave no image");
    else if (size > JOB_BYTES)
        job_fail(job, -EFBIG, "a device image of more than 32 MB");
    else if ((ptx ? rtc->nvrtcGetPTX : rtc->nvrtcGetCUBIN)(p, job->bytes))
        job_fail(job, -EIO, "NVRTC gave no image");
    else {
        job->status = 0;
        job->size = ptx ? size - 1 : size;
    }
}

static void run_job(const struct tcr_nvrtc *rtc, struct job *job, const char *text,
                    const char *flags)
{
    const char **names = NULL, **texts = NULL, *options[64];
    size_t n_headers = 0;
    for (const struct kernel_header *h = tcr_kernel_headers; h->name; h++) {
        names = xgrow(names, n_headers, sizeof *names);
        texts = xgrow(texts, n_headers, sizeof *texts);
        names[n_headers] = h->name;
        texts[n_headers++] = h->text;
    }
    char arch[48], *words = xstrdup(flags ? flags : "");
    unsigned n_options = make_options(rtc, job, words, arch, sizeof arch, options, 64);
    tcr_nvrtc_program p;
    int result = rtc->nvrtcCreateProgram(&p, text, "device.cu", (int)n_headers, texts, names);
    if (result) {
        job_fail(job, -EIO, rtc->nvrtcGetErrorString(result));
    } else {
        result = rtc->nvrtcCompileProgram(p, (int)n_options, options);
        if (result)
            take_log(rtc, job, p, result);
        else
            take_image(rtc, job, p);
        if (!result && job->ptx)
            take_ptx(rtc, job->ptx, p);
    }
    free(words); /* the program goes with the process */
}

static void run_jobs(const struct tcr_nvrtc *rtc, struct work *work, const char *text,
                     const char *flags)
{
    unsigned i;
    while ((i = atomic_fetch_add(&work->next, 1)) < 2 * work->n) {
        struct job *job = &work->jobs[i % work->n];
        bool turn = i < work->n ? job->kind == TCR_IMAGE_CUBIN
                                : job->kind == TCR_IMAGE_PTX && !job->comes_with;
        if (turn && job->status) /* -EIO: it has not been done */
            run_job(rtc, job, text, flags);
    }
}

static unsigned count_cpus(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return n > 0 ? (unsigned)n : 1;
}

/* NVRTC's threads wait for each other, so parallel compilation takes processes:
 * as many as there are processors, each taking the next job when it has done
 * one.  The first compilation of a process costs twice the others. */
static void run_in_children(const struct tcr_nvrtc *rtc, struct work *work, const char *text,
                            const char *flags)
{
    enum { MOST = 16 };
    pid_t children[MOST];
    unsigned cpus = count_cpus(), n = 0;
    if (cpus > work->n)
        cpus = work->n;
    while (n < cpus && n < MOST) {
        pid_t parent = getpid(), child = fork();
        if (child < 0)
            break;
        if (child == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (getppid() == parent)
                run_jobs(rtc, work, text, flags);
            _exit(0);
        }
        children[n++] = child;
    }
    if (n == 0) /* no process to be had: here, then */
        run_jobs(rtc, work, text, flags);
    while (n-- > 0)
        while (waitpid(children[n], NULL, 0) < 0 && errno == EINTR)
            ;
}

/* Shared memory for n jobs; NULL when there is none. */
static struct work *work_new(unsigned n)
{
    size_t head = sizeof(struct work) + n * sizeof(struct job);
    head = (head + 4095) / 4096 * 4096;
    struct work *work = mmap(NULL, head + (size_t)n * JOB_BYTES, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (work == MAP_FAILED)
        return NULL;
    atomic_init(&work->next, 0);
    work->n = n;
    for (unsigned i = 0; i < n; i++) {
        work->jobs[i].bytes = (char *)work + head + (size_t)i * JOB_BYTES;
        work->jobs[i].status = -EIO;
    }
    return work;
}

static void work_free(struct work *work, unsigned n)
{
    munmap(work, (size_t)(work->jobs[0].bytes - (char *)work) + (size_t)n * JOB_BYTES);
}

/* The architecture of the PTX, which serves what no cubin covers (newer devices
 * and gaps between the cubins): the lowest that has every MMA form we use, so
 * that it runs on as many devices as possible and loses nothing on any. */
static unsigned ptx_arch(const unsigned *archs, unsigned n)
{
    unsigned best = 0, lowest = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned arch = archs[i] & ~(unsigned)IMAGES_COMPUTE;
        if (!lowest || arch < lowest)
            lowest = arch;
        if (arch >= 80 && (!best || arch < best))
            best = arch;
    }
    return best ? best : lowest ? lowest : 80;
}

static bool is_listed(unsigned arch, const unsigned *archs, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (archs[i] == arch)
            return true;
    return false;
}

/* It was to come with another image, and has not, or not yet. */
static bool is_missing(const struct job *job)
{
    return job->comes_with && job->status == -EIO && job->size == 0;
}

static const struct job *failed_job(const struct work *work)
{
    const struct job *missing = NULL;
    for (unsigned i = 0; i < work->n; i++)
        if (is_missing(&work->jobs[i]))
            missing = &work->jobs[i];
        else if (work->jobs[i].status)
            return &work->jobs[i];
    return missing;
}

static int collect(const struct work *work, struct image_list *out, char **log)
{
    const struct job *failed = failed_job(work);
    if (failed) {
        if (log)
            *log = failed->size ? xstrndup(failed->bytes, failed->size)
                                : xstrdup("the device compiler was killed");
        return failed->status;
    }
    out->images = xcalloc(work->n, sizeof *out->images);
    for (unsigned i = 0; i < work->n; i++) {
        /* they were put backwards: see below */
        const struct job *job = &work->jobs[work->n - 1 - i];
        char *bytes = xmalloc(job->size + 1);
        memcpy(bytes, job->bytes, job->size);
        bytes[job->size] = 0;
        out->images[i] = (struct tcr_image){job->kind, job->arch, job->size, bytes};
    }
    out->n = work->n;
    return 0;
}

/* The PTX of an architecture is a by-product of its machine code. */
static void share_ptx(struct work *work)
{
    for (unsigned i = 0; i < work->n; i++)
        for (unsigned k = 0; k < work->n && work->jobs[i].kind == TCR_IMAGE_CUBIN; k++)
            if (work->jobs[k].kind == TCR_IMAGE_PTX && work->jobs[k].arch == work->jobs[i].arch &&
                !work->jobs[k].comes_with) {
                work->jobs[i].ptx = &work->jobs[k];
                work->jobs[k].comes_with = true;
                break;
            }
}

static int compile_all(const struct tcr_nvrtc *rtc, const char *text, const char *flags,
                       const unsigned *archs, unsigned n, struct image_list *out, char **log)
{
    struct work *work = work_new(n);
    if (!work) {
        if (log)
            *log = xstrdup("no memory for device images");
        return -ENOMEM;
    }
    /* Backwards: the later architectures take the longest and go first. */
    for (unsigned i = 0; i < n; i++) {
        struct job *job = &work->jobs[n - 1 - i];
        job->kind = archs[i] & IMAGES_COMPUTE ? TCR_IMAGE_PTX : TCR_IMAGE_CUBIN;
        job->arch = archs[i] & ~(unsigned)IMAGES_COMPUTE;
    }
    share_ptx(work);
    run_in_children(rtc, work, text, flags);
    const struct job *failed = failed_job(work);
    if (failed && is_missing(failed)) { /* all others are there: it gets a turn of its own */
        for (unsigned i = 0; i < n; i++)
            work->jobs[i].comes_with = false;
        atomic_store(&work->next, n);
        run_in_children(rtc, work, text, flags);
    }
    int err = collect(work, out, log);
    work_free(work, work->n);
    return err;
}

int images_compile(const char *device_text, const char *flags, const unsigned *archs,
                   unsigned n_archs, bool ptx, struct image_list *out, char **log)
{
    struct tcr_nvrtc rtc;
    *out = (struct image_list){0};
    if (log)
        *log = NULL;
    if (tcr_nvrtc_open(&rtc)) {
        if (log)
            *log = xstrdup(no_nvrtc);
        return -ENOENT;
    }
    /* An architecture that this toolkit does not know is left to the PTX. */
    unsigned n = 0, *known = xcalloc(n_archs + 1, sizeof *known);
    for (unsigned i = 0; i < n_archs; i++)
        if (supported(&rtc, archs[i] & ~(unsigned)IMAGES_COMPUTE))
            known[n++] = archs[i];
    if (ptx && (n || n_archs == 0)) {
        known[n] = ptx_arch(known, n) | IMAGES_COMPUTE;
        n += !is_listed(known[n], known, n);
    }
    int err = -ENOENT;
    if (n)
        err = compile_all(&rtc, device_text, flags, known, n, out, log);
    else if (log)
        *log = xasprintf("%s (%d.%d) knows none of the architectures asked for", rtc.path,
                         rtc.major, rtc.minor);
    free(known);
    return err;
}

void images_free(struct image_list *list)
{
    for (unsigned i = 0; i < list->n; i++)
        free((void *)list->images[i].bytes);
    free(list->images);
    *list = (struct image_list){0};
}
