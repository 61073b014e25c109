// Writes files atomically. The data goes to a temporary file in the same folder, which is synchronised to the disk and
// then renamed. Other processes see the old file or the new one, never a part of it. After a failure the old file is
// unchanged.
//
//   carom_file_place place;
//   if (!carom_place_begin(&place, name, CAROM_PLACE_REPLACE)) ...   // errno states why; nothing to clean up
//   write to place.file, or let a library write to place.part
//   if (!written) carom_place_abandon(&place);                       // keeps errno
//   else if (!carom_place_commit(&place)) ...                        // errno states why; the temporary file is removed
#ifndef CAROM_ATOMIC_FILE_H
#define CAROM_ATOMIC_FILE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum carom_place_rule {
    CAROM_PLACE_NEW,    // the name must be free at the beginning and at the end, otherwise EEXIST
    CAROM_PLACE_REPLACE // replaces a regular file with this name and keeps its permissions
} carom_place_rule;

typedef struct carom_file_place {
    char *name; // final name; symbolic links are followed, and their target need not exist
    char *part; // temporary file in the same folder, with a unique name
    int file;   // open for reading and writing; a library may open `part` again, but must not remove it
    carom_place_rule rule;
} carom_file_place;

// Opens the temporary file. A device or a pipe cannot be replaced, so it is opened itself and part == name. Rejects a
// folder (EISDIR).
bool carom_place_begin(carom_file_place *place, const char *name, carom_place_rule rule);

// Writes the contents to the disk, renames the file and writes the folder to the disk. Frees the place in any case.
// After a failure the temporary file is removed and the old file is unchanged, except if only the last step failed.
bool carom_place_commit(carom_file_place *place);

// Removes the temporary file, frees the place and keeps errno. Does nothing if the place was committed or never begun.
void carom_place_abandon(carom_file_place *place);

// Writes all bytes, with as many calls of write as necessary. If it returns false, errno is set.
bool carom_place_write(int file, const void *bytes, size_t count);

#endif
