#include "posix.h"

#include <stdarg.h>
#include <windows.h>

// In this file the names are those of Windows.
#undef sigaction
#undef open
#undef fcntl
#undef rename
#undef link
#undef readlink
#undef mkdtemp
#undef fopen
#undef freopen
#undef open_memstream
#undef fclose
#undef getline
#undef sysconf

// Makes output the same bytes as on other systems, and the console display UTF-8.
__attribute__((constructor)) static void begin(void) {
    _fmode = _O_BINARY;
    for (int i = 0; i < 3; i++) _setmode(i, _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
}

int carom_posix_sigaction(int number, const struct sigaction *action, struct sigaction *before) {
    if (number != SIGINT && number != SIGTERM) {
        errno = EINVAL;
        return -1;
    }
    void (*const was)(int) = signal(number, action->sa_handler);
    if (before) before->sa_handler = was == SIG_ERR ? SIG_DFL : was;
    return was == SIG_ERR ? -1 : 0;
}

static const char *known(const char *name) {
    return strcmp(name, "/dev/null") ? name : "NUL";
}

int carom_posix_open(const char *name, int how, ...) {
    va_list more;
    va_start(more, how);
    const int mode = how & O_CREAT ? va_arg(more, int) : 0;
    va_end(more);
    return _open(known(name), how | O_BINARY, mode & (_S_IREAD | _S_IWRITE));
}

int carom_posix_fcntl(int file, int what) {
    return what == F_GETFD && _get_osfhandle(file) != -1 ? 0 : -1;
}

// Sets errno from the last error of Windows, as far as messages need it.
static int failed(void) {
    const DWORD why = GetLastError();
    errno = why == ERROR_FILE_NOT_FOUND || why == ERROR_PATH_NOT_FOUND     ? ENOENT
            : why == ERROR_ALREADY_EXISTS || why == ERROR_FILE_EXISTS      ? EEXIST
            : why == ERROR_DISK_FULL                                       ? ENOSPC
            : why == ERROR_ACCESS_DENIED || why == ERROR_SHARING_VIOLATION ? EACCES
                                                                           : EIO;
    return -1;
}

int carom_posix_rename(const char *from, const char *to) {
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) ? 0 : failed();
}

int carom_posix_link(const char *from, const char *to) {
    return CreateHardLinkA(to, from, NULL) ? 0 : failed();
}

ssize_t carom_posix_readlink(const char *name, char *target, size_t size) {
    errno = EINVAL;
    return -1;
}

char *carom_posix_mkdtemp(char *name) {
    char *made = _mktemp(name);
    return made && _mkdir(made) == 0 ? made : NULL;
}

long carom_posix_sysconf(int what) {
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    return what == _SC_NPROCESSORS_ONLN ? (long)system.dwNumberOfProcessors : -1;
}

char *carom_posix_strndup(const char *text, size_t most) {
    const size_t length = strnlen(text, most);
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

FILE *carom_posix_fopen(const char *name, const char *how) {
    struct stat what;
    FILE *file = fopen(known(name), how);
    // For a folder, Windows reports that permission is denied.
    if (!file && errno == EACCES && stat(name, &what) == 0 && S_ISDIR(what.st_mode)) errno = EISDIR;
    return file;
}

FILE *carom_posix_freopen(const char *name, const char *how, FILE *file) {
    return freopen(known(name), how, file);
}

ssize_t carom_posix_getline(char **line, size_t *room, FILE *file) {
    size_t length = 0;
    for (int c = 0; c != '\n' && (c = getc(file)) != EOF;) {
        if (length + 2 > *room) {
            const size_t more = *room ? 2 * *room : 256;
            char *text = realloc(*line, more);
            if (!text) return -1;
            *line = text;
            *room = more;
        }
        (*line)[length++] = (char)c;
        (*line)[length] = 0;
    }
    return length ? (ssize_t)length : -1;
}

// Streams into memory are temporary files until they are closed.
enum { STREAMS = 8 };
static struct stream {
    FILE *file;
    char **text;
    size_t *length;
} streams[STREAMS];

FILE *carom_posix_open_memstream(char **text, size_t *length) {
    for (int i = 0; i < STREAMS; i++) {
        if (streams[i].file) continue;
        char *name = _tempnam(NULL, "carom");
        FILE *file = name ? fopen(name, "w+bTD") : NULL;
        free(name);
        if (file) streams[i] = (struct stream){file, text, length};
        return file;
    }
    errno = EMFILE;
    return NULL;
}

static int take(struct stream *s) {
    const int bad = ferror(s->file) || fflush(s->file);
    const long size = ftell(s->file);
    char *text = bad || size < 0 ? NULL : malloc((size_t)size + 1);
    rewind(s->file);
    *s->length = text ? fread(text, 1, (size_t)size, s->file) : 0;
    if (text) text[*s->length] = 0;
    *s->text = text;
    return text && *s->length == (size_t)size ? 0 : EOF;
}

int carom_posix_fclose(FILE *file) {
    int taken = 0;
    for (int i = 0; i < STREAMS; i++) {
        if (streams[i].file != file) continue;
        taken = take(&streams[i]);
        streams[i].file = NULL;
    }
    return fclose(file) ? EOF : taken;
}
