// options: --tcr-accept=omp,acc
/* All words of OpenMP 6.0 and OpenACC 3.3, and pragmas of other tools: none is called misspelt. */
int a[10], b[10], x, y, n = 10; double *p; int v;
#pragma omp declare target
#pragma omp end declare target
#pragma omp declare_target(a)
#pragma omp begin declare_target
#pragma omp end declare_target
#pragma omp declare variant(f) match(construct={parallel})
#pragma omp declare simd simdlen(4) uniform(n) linear(i:1) notinbranch
int g(int i, int n);
#pragma omp declare reduction(mymax : int : omp_out = omp_in) initializer(omp_priv = 0)
#pragma omp declare mapper(struct S s) map(s.x)
#pragma omp declare_induction(foo : int)
#pragma omp requires unified_shared_memory atomic_default_mem_order(seq_cst)
#pragma omp threadprivate(x)
#pragma omp groupprivate(y)
#pragma omp allocate(y) allocator(z)
#pragma omp assumes no_openmp
#pragma omp begin assumes no_parallelism
#pragma omp end assumes
#pragma acc routine seq
int h(int i);
#pragma acc routine(h) worker nohost bind(h2)
#pragma acc declare create(a) device_resident(b) link(x)
void f(void)
{
#pragma omp parallel num_threads(4) proc_bind(close) default(shared) private(x) copyin(x) if(parallel: n > 2) safesync
    {
#pragma omp barrier
#pragma omp flush acq_rel
#pragma omp single copyprivate(y) nowait
        x = 1;
#pragma omp masked filter(0)
        x = 1;
#pragma omp master
        x = 1;
#pragma omp scope reduction(+:y) nowait
        y++;
#pragma omp critical(name) hint(0)
        y++;
#pragma omp sections lastprivate(x)
        {
#pragma omp section
            x = 2;
        }
#pragma omp task depend(in: a[0:n]) untied final(n > 2) mergeable priority(2) affinity(a) detach(v) in_reduction(+: y)
        x = 2;
#pragma omp taskgroup task_reduction(+: y)
        x = 3;
#pragma omp taskwait
#pragma omp taskyield
#pragma omp cancel for if(n > 3)
#pragma omp cancellation point for
    }
#pragma omp parallel for ordered(1) schedule(monotonic: dynamic, 2) collapse(1)
    for (int i = 0; i < n; i++) {
#pragma omp ordered doacross(sink: i - 1)
        a[i] = 0;
    }
#pragma omp parallel sections
    { x = 1; }
#pragma omp parallel masked taskloop simd grainsize(strict: 2) nogroup
    for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp target parallel for device(0) map(always, tofrom: a[0:n]) nowait depend(out: a) thread_limit(3) uses_allocators(al)
    for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp target teams distribute parallel for simd dist_schedule(static, 4) num_teams(2:4) is_device_ptr(p) has_device_addr(a) order(reproducible: concurrent) shared(x) nontemporal(a) safelen(4) allocate(x)
    for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp target data map(to: a) use_device_ptr(p) use_device_addr(b)
    {}
#pragma omp target_data map(to: a)
    {}
#pragma omp target_enter_data map(to: a)
#pragma omp target_exit_data map(release: a)
#pragma omp target_update to(present: a) from(b) nowait
#pragma omp target enter data map(close, alloc: a) if(target enter data: n)
#pragma omp interop init(targetsync: v) use(v) destroy(v)
#pragma omp depobj(v) update(in)
#pragma omp dispatch novariants(n) nocontext(n)
    g(1, 2);
#pragma omp error at(compilation) severity(warning) message("x")
#pragma omp nothing
#pragma omp metadirective when(user={condition(1)}: parallel for) otherwise(nothing)
    for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp tile sizes(4)
    for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp unroll partial(4)
    for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp interchange permutation(2, 1)
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i] = 0;
#pragma omp reverse
    for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp stripe sizes(3)
    for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp split counts(3, omp_fill)
    for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp fuse looprange(1, 2)
    { }
#pragma omp taskgraph graph_id(2) graph_reset(0)
    { }
#pragma omp assume holds(n > 2)
    { }
#pragma omp atomic capture seq_cst compare fail(relaxed) weak
    v = x;
#pragma omp atomic update
    x++;
#pragma omp simd reduction(inscan, +: x) linear(ref(y)) aligned(p: 32) if(simd: n)
    for (int i = 0; i < n; i++) {
        x += i;
#pragma omp scan inclusive(x)
        a[i] = x;
    }
#pragma omp loop bind(parallel) lastprivate(conditional: x)
    for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp teams workdistribute
    { }
#pragma acc parallel async(1) wait(1, 2) num_gangs(1, 2) num_workers(2) vector_length(32) default(present) self(n > 3) device_type(nvidia) copy(a) copyin(readonly: b) create(zero: x) no_create(y) present(a[0:n]) deviceptr(p) attach(p) private(x) firstprivate(y) reduction(+: v)
    { }
#pragma acc kernels if(n > 2)
    { }
#pragma acc serial
    { }
#pragma acc parallel loop gang(num: 3, static: *) worker(3) vector(length: 32) tile(*, 2) independent auto collapse(force: 1)
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i] = 0;
#pragma acc loop seq
    for (int i = 0; i < n; i++) a[i] = 0;
#pragma acc host_data use_device(a) if_present
    { }
#pragma acc init device_type(nvidia) device_num(0)
#pragma acc shutdown
#pragma acc set default_async(3) device_num(0)
#pragma acc wait(1) async(2) if(n)
#pragma acc wait(devnum: 1: queues: 2)
#pragma acc atomic capture
    { v = x; x++; }
#pragma acc cache(readonly: a[0:n])
#pragma acc enter data copyin(a) attach(p) async wait
#pragma acc exit data detach(p) delete(a) finalize
#pragma acc update host(a) self(b) device(x) if_present async(2) wait(1) device_type(*)
#pragma acc data pcopy(a) present_or_create(b) no_create(x)
    { }
#pragma acc region for copyin(a)
    for (int i = 0; i < n; i++) a[i] = 0;
#pragma acc parallel loop pcopyin(a) dtype(nvidia) acc_async
    for (int i = 0; i < n; i++) a[i] = 0;
#pragma redefine_extname a b
#pragma oss task in(a)
#pragma ompss task
#pragma hmpp f codelet
#pragma hmppcg gridify
#pragma starpu hello
#pragma xmp loop on t(i)
#pragma xacc loop
#pragma loop_count(10)
#pragma parallel
#pragma map(f, "g")
#pragma acf
#pragma amp parallel
#pragma imp
#pragma offload target(mic)
#pragma target
#pragma update
#pragma mta parallel on
#pragma pomp inst begin(x)
#pragma scop
#pragma endscop
#pragma dvm parallel
#pragma cetus parallel
#pragma _CRI ivdep
#pragma _NEC vector
#pragma fj loop
#pragma ocl target
#pragma comp
#pragma cmp data
}
