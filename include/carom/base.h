// What every carom header needs: visibility, and C linkage for C++ callers.
#ifndef CAROM_BASE_H
#define CAROM_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define CAROM_BEGIN extern "C" {
#define CAROM_END   }
#else
#define CAROM_BEGIN
#define CAROM_END
#endif

// CAROM_API marks what the library exports; everything else stays hidden.
#if defined(CAROM_STATIC)
#define CAROM_API
#elif defined(_WIN32)
#if defined(CAROM_BUILDING)
#define CAROM_API __declspec(dllexport)
#else
#define CAROM_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define CAROM_API __attribute__((visibility("default")))
#else
#define CAROM_API
#endif

#endif
