/**
 * Keeps the event loop alive while a test runs, as the read or the lock does that a program waits for.
 */
export async function whileAlive(run: () => Promise<void>): Promise<void> {
  const interval = setInterval(() => {}, 1000);
  try {
    await run();
  } finally {
    clearInterval(interval);
  }
}
