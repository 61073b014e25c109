// A file takes its place whole or not at all. It is written beside its name under one of its own, brought to the disk,
// and only then given the name: whoever looks sees the old file or the new one, never a part, and a failure leaves the
// old one as it was.
//
//   carom_file_place place;
//   if (!carom_place_begin(&place, name, CAROM_PLACE_REPLACE)) ...   // errno says why; nothing to clean up
//   write to place.file, or let a library write to place.part
//   if (!written) carom_place_abandon(&place);                       // keeps errno
//   else if (!carom_place_commit(&place)) ...                        // errno says why; cleaned up
#ifndef CAROM_FILE_PLACE_H
#define CAROM_FILE_PLACE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum carom_place_rule {
    CAROM_PLACE_NEW,    // the name must be free, at the beginning and at the end: EEXIST
    CAROM_PLACE_REPLACE // a regular file of that name gives way; its permissions stay
} carom_place_rule;

typedef struct carom_file_place {
    char *name; // where it will stand; symbolic links are followed, to a place that need not exist yet
    char *part; // where it is written: same folder, a name nobody else has
    int file;   // open for reading and writing; a library may open `part` again, but not remove it
    carom_place_rule rule;
} carom_file_place;

// Opens the part. A device or a pipe cannot be replaced: it is opened and written to as it is, part == name.
// A folder is refused (EISDIR).
bool carom_place_begin(carom_file_place *place, const char *name, carom_place_rule rule);

// The contents are on the disk, then the name, then the folder. Frees the place, whether it worked or not; where it did
// not, the part is gone and what had the name still has it (but for the folder's own failure to reach the disk).
bool carom_place_commit(carom_file_place *place);

// The part is removed, the place freed, errno kept. Nothing happens to a place that was committed or never begun.
void carom_place_abandon(carom_file_place *place);

// All bytes, however many writes it takes. False: errno is set.
bool carom_place_write(int file, const void *bytes, size_t count);

#endif
