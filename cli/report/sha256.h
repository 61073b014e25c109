// Computes the SHA-256 hash of a text (FIPS 180-4), with which a report identifies the files that it was made from.
#ifndef CAROM_REPORT_SHA256_H
#define CAROM_REPORT_SHA256_H

#include <stdbool.h>
#include <stddef.h>

enum { CAROM_SHA256_TEXT = 65 };

// Writes the hash as 64 hexadecimal digits. Returns the text.
const char *carom_sha256(const void *bytes, size_t length, char text[CAROM_SHA256_TEXT]);

// Does the same for a file. Returns false if the file cannot be read.
bool carom_sha256_file(const char *path, char text[CAROM_SHA256_TEXT]);

#endif
