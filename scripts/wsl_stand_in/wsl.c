/* A stand-in for wsl.exe, for tests under Wine (test_windows.sh). It behaves as documented: its own words are UTF-16LE unless
 * WSL_UTF8 is 1, its own failures end with -1, a missing program with 1, and it ends only when standard input was closed.
 * C:\wsl-stand-in\mood says what it does; args.txt and stdin.txt there hold what it was called with. */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static char input[1 << 20];

static void say(const char *text) {
  const char *utf8 = getenv("WSL_UTF8");
  int wide = utf8 == NULL || strcmp(utf8, "1") != 0;
  for (; *text != 0; text++) {
    putchar(*text);
    if (wide) putchar(0);
  }
}

static int has(const char *mood) {
  char line[64] = "";
  FILE *file = fopen("C:\\wsl-stand-in\\mood", "rb");
  if (file == NULL) return 0;
  fread(line, 1, sizeof line - 1, file);
  fclose(file);
  return strcmp(line, mood) == 0;
}

static void answer(void) {
  const char *mark = "\"requestId\":\"";
  const char *at = input;
  int count = 0;
  while ((at = strstr(at, mark)) != NULL) {
    at += strlen(mark);
    int length = (int)strcspn(at, "\"");
    if (count == 0) printf("{\"bridge\":1,\"requestId\":\"%.*s\",\"results\":[", length, at);
    else printf("%s{\"requestId\":\"%.*s\",\"status\":\"learned\"}", count > 1 ? "," : "", length, at);
    count++;
  }
  printf("],\"ms\":1}\n");
}

int main(int argc, char **argv) {
  /* Text mode would make CRLF of line ends. */
  _setmode(_fileno(stdout), _O_BINARY);
  _setmode(_fileno(stdin), _O_BINARY);
  FILE *args = fopen("C:\\wsl-stand-in\\args.txt", "ab");
  for (int i = 1; args != NULL && i < argc; i++) fprintf(args, "%s%s", argv[i], i + 1 < argc ? " " : "\n");
  if (args != NULL) fclose(args);
  if (argc > 1 && strcmp(argv[1], "--list") == 0) {
    if (!has("stopped")) say("Ubuntu\r\n");
    return 0;
  }
  if (has("no-distro")) {
    say("Es gibt keine Distribution mit dem angegebenen Namen.\r\n");
    return -1;
  }
  if (has("no-program")) return 1;
  size_t size = fread(input, 1, sizeof input - 1, stdin);
  FILE *seen = fopen("C:\\wsl-stand-in\\stdin.txt", "wb");
  if (seen != NULL) {
    fwrite(input, 1, size, seen);
    fclose(seen);
  }
  answer();
  return 0;
}
