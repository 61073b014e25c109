// Solves a million contacts in an OpenCL kernel, with carom_inline.h and contacts.cl in this folder.
//   cc -O2 contacts_opencl.c -lOpenCL -lm -o contacts_opencl && ./contacts_opencl
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { CONTACTS = 1000000 };

static char *read_file(const char *name) {
    FILE *file = fopen(name, "rb");
    char *text = calloc(1, 1 << 20);
    if (!file || !text || fread(text, 1, (1 << 20) - 1, file) == 0) {
        printf("cannot read %s\n", name);
        exit(1);
    }
    fclose(file);
    return text;
}

static void check(cl_int error, const char *what) {
    if (error == CL_SUCCESS) return;
    printf("%s: OpenCL error %d\n", what, (int)error);
    exit(1);
}

int main(void) {
    // The problems are rods at all angles that hit the floor at 1 m/s. The mass is 1 kg and the length 1 m.
    double *W = malloc(3 * CONTACTS * sizeof *W), *v = malloc(2 * CONTACTS * sizeof *v),
           *P = malloc(2 * CONTACTS * sizeof *P);
    unsigned char *mode = malloc(CONTACTS);
    if (!W || !v || !P || !mode) return 1;
    for (int i = 0; i < CONTACTS; i++) {
        const double slope = -3.0 + 6.0 * i / CONTACTS, cosine2 = 1.0 / (1.0 + slope * slope); // slope = tan(angle)
        W[3 * i] = 1.0 + 3.0 * cosine2;
        W[3 * i + 1] = -3.0 * slope * cosine2;
        W[3 * i + 2] = 1.0 + 3.0 * slope * slope * cosine2;
        v[2 * i] = -1.0;
        v[2 * i + 1] = 0.5;
    }

    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "queue");
    const char *source[] = {read_file("carom_inline.h"), "\n", read_file("contacts.cl")};
    cl_program program = clCreateProgramWithSource(context, 3, source, NULL, &error);
    check(error, "program");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
    cl_kernel kernel = clCreateKernel(program, "solve", &error);
    check(error, "kernel");

    const cl_mem_flags in = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, out = CL_MEM_WRITE_ONLY;
    cl_mem W_on = clCreateBuffer(context, in, 3 * CONTACTS * sizeof *W, W, &error);
    cl_mem v_on = clCreateBuffer(context, in, 2 * CONTACTS * sizeof *v, v, &error);
    cl_mem P_on = clCreateBuffer(context, out, 2 * CONTACTS * sizeof *P, NULL, &error);
    cl_mem mode_on = clCreateBuffer(context, out, CONTACTS, NULL, &error);
    check(error, "buffers");
    const double e = 0.5, mu = 0.3;
    clSetKernelArg(kernel, 0, sizeof W_on, &W_on);
    clSetKernelArg(kernel, 1, sizeof v_on, &v_on);
    clSetKernelArg(kernel, 2, sizeof e, &e);
    clSetKernelArg(kernel, 3, sizeof mu, &mu);
    clSetKernelArg(kernel, 4, sizeof P_on, &P_on);
    clSetKernelArg(kernel, 5, sizeof mode_on, &mode_on);
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, (size_t[]){CONTACTS}, NULL, 0, NULL, NULL), "run");
    check(clEnqueueReadBuffer(queue, P_on, CL_TRUE, 0, 2 * CONTACTS * sizeof *P, P, 0, NULL, NULL), "read");
    check(clEnqueueReadBuffer(queue, mode_on, CL_TRUE, 0, CONTACTS, mode, 0, NULL, NULL), "read");

    long unsolved = 0;
    double most = 0.0;
    for (int i = 0; i < CONTACTS; i++) {
        unsolved += mode[i] == 255;
        if (P[2 * i] > most) most = P[2 * i];
    }
    printf("%d contacts, %ld not solved, largest normal impulse %.6f N s\n", CONTACTS, unsolved, most);
    return unsolved > 0;
}
