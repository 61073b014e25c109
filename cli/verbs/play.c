// Implements carom play: serves the playground on this computer and opens it in a browser.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args/args.h"
#include "cli/exit.h"
#include "cli/print/words.h"

static const char examples[] = "  carom play\n"
                               "  carom play --no-open --port 8000\n";
static const char about[] =
    "Opens the playground in a browser: impacts to watch, drag and compare.\n"
    "\n"
    "The page is served on this computer only, at 127.0.0.1. It needs no network. Press Ctrl+C to end. "
    "The page is installed with carom if it was built before. To serve another directory, use --dir.";

#ifdef _WIN32

static int play(const char *directory, int port, bool open) {
    (void)directory, (void)port, (void)open;
    carom_say("carom play is not available on Windows; open playground.html in a browser");
    return CAROM_EXIT_INPUT;
}

#else

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#ifndef CAROM_PLAYGROUND
#define CAROM_PLAYGROUND "/usr/share/carom/playground"
#endif

#ifdef MSG_NOSIGNAL
enum { SEND = MSG_NOSIGNAL };
#else
enum { SEND = 0 };
#endif

extern char **environ;

enum { LONGEST_REQUEST = 8192, LONGEST_PATH = 256, SECONDS = 5 };

static const struct {
    const char *end, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"}, {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},   {".json", "application/json"},
    {".wasm", "application/wasm"},         {".svg", "image/svg+xml"},
};

static const char *type_of(const char *path) {
    const char *end = strrchr(path, '.');
    for (size_t i = 0; end && i < sizeof types / sizeof *types; i++)
        if (!strcmp(end, types[i].end)) return types[i].type;
    return "application/octet-stream";
}

static bool send_all(int socket, const char *bytes, size_t count) {
    while (count > 0) {
        const ssize_t sent = send(socket, bytes, count, SEND);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        bytes += sent;
        count -= (size_t)sent;
    }
    return true;
}

static bool send_head(int socket, const char *status, const char *type, long long length) {
    char head[512];
    const int size = snprintf(head, sizeof head,
                              "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %lld\r\nConnection: close\r\n"
                              "X-Content-Type-Options: nosniff\r\nCache-Control: no-cache\r\n\r\n",
                              status, type, length);
    return send_all(socket, head, (size_t)size);
}

static void send_failure(int socket, const char *status) {
    if (send_head(socket, status, "text/plain", (long long)strlen(status) + 1) &&
        send_all(socket, status, strlen(status)))
        send_all(socket, "\n", 1);
}

// Reads a request up to its empty line. Returns false if the request is too long, too slow or incomplete.
static bool read_request(int socket, char *text) {
    size_t length = 0;
    while (length + 1 < LONGEST_REQUEST) {
        const ssize_t got = recv(socket, text + length, LONGEST_REQUEST - 1 - length, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        length += (size_t)got;
        text[length] = '\0';
        if (strstr(text, "\r\n\r\n")) return strlen(text) == length;
    }
    return false;
}

// Copies the path of "/path?query" without its first slash. Returns false unless all names consist of letters, digits
// and ._- and do not begin with a dot. No path then leads out of the directory.
static bool path_of(const char *target, size_t length, char *path) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/";
    const char *query = memchr(target, '?', length);
    if (query) length = (size_t)(query - target);
    if (length == 0 || length >= LONGEST_PATH || *target != '/') return false;
    for (size_t i = 0; i < length; i++) {
        if (!strchr(allowed, target[i])) return false;
        if (i > 0 && target[i - 1] == '/' && (target[i] == '.' || target[i] == '/')) return false;
    }
    memcpy(path, target + 1, length - 1);
    path[length - 1] = '\0';
    if (length == 1 || target[length - 1] == '/') strcpy(path + length - 1, "index.html");
    return true;
}

// Sends a regular file of the directory; symbolic links are not followed.
static void send_file(int socket, int directory, const char *path) {
    struct stat about_file;
    const int file = openat(directory, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 || fstat(file, &about_file) || !S_ISREG(about_file.st_mode)) {
        if (file >= 0) close(file);
        send_failure(socket, "404 Not Found");
        return;
    }
    char part[16384];
    long long left = (long long)about_file.st_size;
    bool fine = send_head(socket, "200 OK", type_of(path), left);
    while (fine && left > 0) {
        const ssize_t got = read(file, part, sizeof part);
        if (got < 0 && errno == EINTR) continue;
        fine = got > 0 && send_all(socket, part, (size_t)(got < left ? got : left));
        left -= got;
    }
    close(file);
}

static void answer(int socket, int directory) {
    char request[LONGEST_REQUEST], path[LONGEST_PATH + 16];
    const struct timeval patience = {.tv_sec = SECONDS};
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (!read_request(socket, request)) {
        send_failure(socket, "400 Bad Request");
        return;
    }
    const char *line_end = strstr(request, "\r\n"), *target = strchr(request, ' ');
    const char *version = target && target < line_end ? strchr(target + 1, ' ') : NULL;
    if (!version || version > line_end || strncmp(version, " HTTP/1.", 8)) {
        send_failure(socket, "400 Bad Request");
    } else if (strncmp(request, "GET ", 4)) {
        send_failure(socket, "405 Method Not Allowed");
    } else if (!path_of(target + 1, (size_t)(version - target - 1), path)) {
        send_failure(socket, "404 Not Found");
    } else {
        send_file(socket, directory, path);
    }
}

static void open_browser(const char *address) {
#ifdef __APPLE__
    static const char program[] = "open";
#else
    static const char program[] = "xdg-open";
#endif
    pid_t child;
    char *words[] = {(char *)program, (char *)address, NULL};
    if (posix_spawnp(&child, program, NULL, NULL, words, environ))
        carom_remark("no browser was found: open the address yourself");
}

// Listens on 127.0.0.1. Returns the socket, or -1; *port becomes the port in use.
static int listen_at(int *port) {
    const int yes = 1, server = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)*port)};
    socklen_t size = sizeof at;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (server < 0) return -1;
    fcntl(server, F_SETFD, FD_CLOEXEC);
    setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(server, (struct sockaddr *)&at, sizeof at) || listen(server, 16) ||
        getsockname(server, (struct sockaddr *)&at, &size)) {
        close(server);
        return -1;
    }
    *port = ntohs(at.sin_port);
    return server;
}

// Opens a directory that holds the playground. Returns -1 if there is none.
static int open_playground(const char *place) {
    const int directory = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory >= 0 && !faccessat(directory, "index.html", R_OK, 0)) return directory;
    if (directory >= 0) close(directory);
    return -1;
}

// Opens the playground under the prefix where the command is installed. That prefix may differ from the configured one.
static int open_installed(void) {
    static const char relative[] = "/../share/carom/playground";
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof relative);
    char *slash = NULL;
    if (length > 0) path[length] = '\0', slash = strrchr(path, '/');
    if (slash) memcpy(slash, relative, sizeof relative);
    const int directory = slash ? open_playground(path) : -1;
    return directory >= 0 ? directory : open_playground(CAROM_PLAYGROUND);
}

static int play(const char *given, int port, bool open_it) {
    const int directory = given ? open_playground(given) : open_installed();
    if (directory < 0 && given) {
        carom_say("there is no playground in %s; it needs index.html", given);
        return CAROM_EXIT_IO;
    }
    if (directory < 0) {
        carom_say("the playground is not installed in " CAROM_PLAYGROUND
                  "; build it as docs/playground.md describes, and install again or use --dir");
        return CAROM_EXIT_IO;
    }
    const int server = listen_at(&port);
    if (server < 0) {
        carom_say("cannot listen on port %d of 127.0.0.1: %s; choose another with --port", port, strerror(errno));
        close(directory);
        return CAROM_EXIT_IO;
    }
    char address[64];
    snprintf(address, sizeof address, "http://127.0.0.1:%d/", port);
    printf("%s\n", address);
    fflush(stdout);
    if (open_it) open_browser(address);
    for (;;) {
        const int client = accept(server, NULL, NULL);
        if (client < 0 && (errno == EINTR || errno == ECONNABORTED)) continue;
        if (client < 0) break;
        fcntl(client, F_SETFD, FD_CLOEXEC);
        answer(client, directory);
        shutdown(client, SHUT_WR);
        close(client);
    }
    carom_say("cannot accept a connection: %s", strerror(errno));
    close(server);
    close(directory);
    return CAROM_EXIT_IO;
}

#endif

int carom_verb_play(int argc, char **argv) {
    bool no_open = false;
    const char *directory = NULL, *port = "0";
    const carom_option options[] = {{"no-open", NULL, "print the address and do not open a browser", &no_open, NULL},
                                    {"port", "N", "serve at this port; by default any free one", NULL, &port},
                                    {"dir", "DIR", "serve the playground of this directory", NULL, &directory},
                                    {0}};
    const carom_usage usage = {
        .verb = "play", .examples = examples, .about = about, .options = options, .operands = ""};
    carom_operands operands;
    carom_error refusal;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    char *end;
    const long number = strtol(port, &end, 10);
    if (end == port || *end || number < 0 || number > 65535) {
        carom_refuse(&refusal, CAROM_BAD_VALUE, "--port %s is not a number from 0 to 65535", port);
        carom_say_usage("usage", &refusal);
        return CAROM_EXIT_USAGE;
    }
    return play(directory, (int)number, !no_open);
}
