// Compares carom_inline.h as OpenCL C in double with carom_collide, bit for bit. Every function has its own kernel.
//   opencl HEADER [PROBLEMS]            compares
//   opencl HEADER PROBLEMS NAME SIZE    measures the time of one function for SIZE problems, of which PROBLEMS are
//                                       different. Measures also a kernel that
//                                       only copies as many bytes, and
//                                       carom_collide_batch
// Returns 77 if there is no OpenCL device with double precision.
#define CL_TARGET_OPENCL_VERSION 120
#define _POSIX_C_SOURCE          200809L
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "carom/batch.h"
#include "rows.h"

static cl_context context;
static cl_command_queue queue;
static cl_program program;

static void must(cl_int error, const char *what) {
    if (error == CL_SUCCESS) return;
    printf("%s: OpenCL error %d\n", what, (int)error);
    exit(EXIT_FAILURE);
}

static int find_device(cl_device_id *device) {
    cl_platform_id platforms[8];
    cl_uint count = 0;
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS) return 0;
    for (cl_uint i = 0; i < count && i < 8; i++) {
        cl_device_fp_config fp64 = 0;
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, device, NULL) != CL_SUCCESS) continue;
        clGetDeviceInfo(*device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof fp64, &fp64, NULL);
        if (fp64) return 1;
    }
    return 0;
}

// Returns the source with one kernel per function. Number k of problem i is x[k * n + i]. If `only` is not NULL, it is
// the only function.
static char *make_source(const char *header, const char *only) {
    FILE *file = fopen(header, "rb");
    const size_t room = 1 << 20;
    char *text = malloc(room);
    if (!file || !text) exit(EXIT_FAILURE);
    size_t at = fread(text, 1, room / 2, file);
    fclose(file);
    for (int k = 0; k < row_count; k++) {
        const row *r = &rows[k];
        if (only && strcmp(only, r->name)) continue;
        at += (size_t)snprintf(
            text + at, room - at,
            "\nkernel void k_%s(global const double *x, global double *P, global uchar *mode, ulong n) {\n"
            "    const size_t i = get_global_id(0);\n    const carom_inline_answer%d a = %s(",
            r->name, r->dim, r->name);
        for (int i = 0; i < numbers_of(r); i++)
            at += (size_t)snprintf(text + at, room - at, "%sx[%d * n + i]", i ? ", " : "", i);
        at += (size_t)snprintf(text + at, room - at, ");\n    %s\n    mode[i] = (uchar)a.mode;\n}\n",
                               r->dim == 2 ? "P[i] = a.Pn; P[n + i] = a.Pt;"
                                           : "P[i] = a.P[0]; P[n + i] = a.P[1]; P[2 * n + i] = a.P[2];");
    }
    snprintf(text + at, room - at,
             "\nkernel void copy(global const double *x, global double *y) {\n"
             "    y[get_global_id(0)] = x[get_global_id(0)];\n}\n");
    return text;
}

static void build(cl_device_id device, const char *header, const char *only) {
    cl_int error;
    char *source = make_source(header, only);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    must(error, "context");
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    must(error, "queue");
    program = clCreateProgramWithSource(context, 1, (const char *[]){source}, NULL, &error);
    must(error, "program");
    error = clBuildProgram(program, 1, &device, "", NULL, NULL);
    if (error != CL_SUCCESS) {
        static char log[20000];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        puts(log);
    }
    must(error, "build");
    free(source);
}

static double run(cl_kernel kernel, size_t n) {
    cl_event event;
    cl_ulong begun, ended;
    must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, &event), "run");
    must(clWaitForEvents(1, &event), "wait");
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begun, &begun, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof ended, &ended, NULL);
    clReleaseEvent(event);
    return 1e-9 * (double)(ended - begun);
}

typedef struct buffers {
    cl_mem x, P, mode;
} buffers;

static buffers make_buffers(const row *r, size_t n, double *x) {
    cl_int error;
    buffers b;
    b.x = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, (size_t)numbers_of(r) * n * sizeof *x, x,
                         &error);
    must(error, "numbers");
    b.P = clCreateBuffer(context, CL_MEM_WRITE_ONLY, (size_t)r->dim * n * sizeof *x, NULL, &error);
    must(error, "impulses");
    b.mode = clCreateBuffer(context, CL_MEM_WRITE_ONLY, n, NULL, &error);
    must(error, "modes");
    return b;
}

static cl_kernel kernel_of(const row *r, const buffers *b, size_t n) {
    char name[80];
    cl_int error;
    const cl_ulong count = n;
    snprintf(name, sizeof name, "k_%s", r->name);
    const cl_kernel kernel = clCreateKernel(program, name, &error);
    must(error, name);
    clSetKernelArg(kernel, 0, sizeof b->x, &b->x);
    clSetKernelArg(kernel, 1, sizeof b->P, &b->P);
    clSetKernelArg(kernel, 2, sizeof b->mode, &b->mode);
    clSetKernelArg(kernel, 3, sizeof count, &count);
    return kernel;
}

static void release(cl_kernel kernel, const buffers *b) {
    clReleaseKernel(kernel);
    clReleaseMemObject(b->x);
    clReleaseMemObject(b->P);
    clReleaseMemObject(b->mode);
}

// Compares n problems from number `first`. Returns how many differ, and adds the number of solved ones to `solved`.
static long compare_part(const row *r, size_t first, size_t n, long *solved) {
    double *x = calloc(n, (size_t)numbers_of(r) * sizeof *x), *P = calloc(n, 3 * sizeof *P);
    carom_result *want = calloc(n, sizeof *want);
    uint8_t *mode = calloc(n, 1);
    if (!x || !P || !want || !mode) exit(EXIT_FAILURE);
    for (size_t i = 0; i < n; i++) {
        double one[MOST_NUMBERS];
        make_problem(r, first + i, 0, one, &want[i]);
        for (int k = 0; k < numbers_of(r); k++) x[(size_t)k * n + i] = one[k];
    }
    const buffers b = make_buffers(r, n, x);
    const cl_kernel kernel = kernel_of(r, &b, n);
    run(kernel, n);
    must(clEnqueueReadBuffer(queue, b.P, CL_TRUE, 0, (size_t)r->dim * n * sizeof *P, P, 0, NULL, NULL), "read");
    must(clEnqueueReadBuffer(queue, b.mode, CL_TRUE, 0, n, mode, 0, NULL, NULL), "read");
    long wrong = 0;
    for (size_t i = 0; i < n; i++) {
        if (want[i].status != CAROM_OK || mode[i] == 255) continue;
        ++*solved;
        bool same = mode[i] == (uint8_t)want[i].mode;
        for (int k = 0; k < r->dim; k++) same &= !memcmp(&P[(size_t)k * n + i], &want[i].P[k], sizeof *P);
        wrong += !same;
    }
    release(kernel, &b);
    free(x);
    free(P);
    free(want);
    free(mode);
    return wrong;
}

static long compare(const row *r, size_t n) {
    const size_t most = 250000;
    long solved = 0, wrong = 0;
    for (size_t first = 0; first < n; first += most)
        wrong += compare_part(r, first, n - first < most ? n - first : most, &solved);
    printf("%-42s %8ld solved %6ld differ\n", r->name, solved, wrong);
    return wrong + (solved < (long)n / 2);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Returns the shortest of several times.
static double best(cl_kernel kernel, size_t n) {
    double least = HUGE_VAL;
    for (int i = 0; i < 7; i++) least = fmin(least, run(kernel, n));
    return least;
}

static double time_batch(const row *r, size_t n, const double *x, double *P, uint8_t *mode) {
    static carom_batch_in in;
    static carom_batch_out out;
    carom_params p = carom_params_default();
    double least = HUGE_VAL;
    int at = 0;
    p.restitution = (carom_restitution)r->restitution;
    in.dim = r->dim;
    in.params = &p;
    for (int a = 0; a < r->dim; a++)
        for (int b = a; b < r->dim; b++) in.W[a][b] = carom_array(x + n * (size_t)at++);
    for (int a = 0; a < r->dim; a++) in.v[a] = carom_array(x + n * (size_t)at++);
    for (int k = 0; k < r->count; k++) in.param[r->params[k]] = carom_array(x + n * (size_t)at++);
    for (int a = 0; a < r->dim; a++) out.P[a] = carom_array_out(P + n * (size_t)a);
    out.mode = carom_bytes_array_out(mode);
    for (int i = 0; i < 5; i++) {
        const double begun = now();
        if (carom_collide_batch(r->law, n, &in, &out) != CAROM_OK) puts("the batch has items without an answer");
        least = fmin(least, now() - begun);
    }
    return least;
}

static void measure(const row *r, size_t different, size_t n) {
    const size_t columns = (size_t)numbers_of(r);
    double *x = malloc(columns * n * sizeof *x), *P = malloc(3 * n * sizeof *P);
    uint8_t *mode = malloc(n);
    if (!x || !P || !mode) exit(EXIT_FAILURE);
    for (size_t i = 0; i < n; i++) {
        double one[MOST_NUMBERS];
        carom_result want;
        if (i < different) make_problem(r, i, 0, one, &want);
        for (size_t k = 0; k < columns; k++) x[k * n + i] = i < different ? one[k] : x[k * n + i % different];
    }
    const buffers b = make_buffers(r, n, x);
    const cl_kernel kernel = kernel_of(r, &b, n);
    const double seconds = best(kernel, n);
    // The copy reads half of the bytes and writes the other half.
    const size_t bytes = n * ((columns + (size_t)r->dim) * sizeof *x + 1), doubles = bytes / 2 / sizeof *x;
    cl_int error;
    const cl_kernel copy = clCreateKernel(program, "copy", &error);
    must(error, "copy");
    const cl_mem from = clCreateBuffer(context, CL_MEM_READ_WRITE, doubles * sizeof *x, NULL, &error);
    const cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE, doubles * sizeof *x, NULL, &error);
    must(error, "copy");
    clSetKernelArg(copy, 0, sizeof from, &from);
    clSetKernelArg(copy, 1, sizeof to, &to);
    const double copied = best(copy, doubles);
    const double batch = time_batch(r, n, x, P, mode);
    printf("%s: %zu problems\n  OpenCL  %7.2f ns each\n  copying %7.2f ns each: ratio %.2f\n  batch   %7.2f ns each, "
           "one thread\n",
           r->name, n, 1e9 * seconds / (double)n, 1e9 * copied / (double)n, copied / seconds, 1e9 * batch / (double)n);
    release(kernel, &b);
}

int main(int argc, char **argv) {
    cl_device_id device;
    const size_t problems = argc > 2 ? (size_t)atol(argv[2]) : 100000;
    const char *only = argc > 4 ? argv[3] : NULL;
    long bad = row_count < 20;
    if (argc < 2) return EXIT_FAILURE;
    if (!find_device(&device)) {
        puts("no OpenCL device with double precision");
        return 77;
    }
    build(device, argv[1], only);
    for (int k = 0; k < row_count; k++) {
        if (!only)
            bad += compare(&rows[k], problems);
        else if (!strcmp(only, rows[k].name))
            measure(&rows[k], problems, (size_t)atol(argv[4]));
    }
    return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
