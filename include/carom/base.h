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

// What a library exports; everything else stays hidden. Each library has a mark of its own, CAROM_API for the core and
// CAROM_<MODULE>_API in a module's header, since a module exports what is its own and imports what is the core's. Its
// mark is CAROM_EXPORT while it is built (CAROM_BUILDING, CAROM_BUILDING_<MODULE>), CAROM_IMPORT in every other program.
// A program that links the static libraries defines CAROM_STATIC; with CMake that comes by itself.
#if defined(CAROM_STATIC)
#define CAROM_EXPORT
#define CAROM_IMPORT
#elif defined(_WIN32)
#define CAROM_EXPORT __declspec(dllexport)
#define CAROM_IMPORT __declspec(dllimport)
#elif defined(__GNUC__)
#define CAROM_EXPORT __attribute__((visibility("default")))
#define CAROM_IMPORT CAROM_EXPORT
#else
#define CAROM_EXPORT
#define CAROM_IMPORT
#endif

#if defined(CAROM_BUILDING)
#define CAROM_API CAROM_EXPORT
#else
#define CAROM_API CAROM_IMPORT
#endif

#endif
