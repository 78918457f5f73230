/* Holds a file for itself alone, as a virus scanner does, for so many milliseconds: hold.exe FILE MILLISECONDS. It says "held"
 * when it does, and ends early when standard input is closed. */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

static DWORD WINAPI wait_for_end(void *unused) {
  char byte;
  (void)unused;
  while (fread(&byte, 1, 1, stdin) == 1) {}
  ExitProcess(0);
}

int main(int argc, char **argv) {
  if (argc != 3) return 64;
  int length = MultiByteToWideChar(CP_ACP, 0, argv[1], -1, NULL, 0);
  wchar_t *path = malloc(length * sizeof *path);
  MultiByteToWideChar(CP_ACP, 0, argv[1], -1, path, length);
  HANDLE file = CreateFileW(path, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
  if (file == INVALID_HANDLE_VALUE) return 1;
  puts("held");
  fflush(stdout);
  CreateThread(NULL, 0, wait_for_end, NULL, 0, NULL);
  Sleep(atoi(argv[2]));
  CloseHandle(file);
  return 0;
}
