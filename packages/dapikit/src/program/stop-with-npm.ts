const POLL_MS = 500;

/** The commands of npm that stay while what they started runs. */
const WAITING: ReadonlySet<string | undefined> = new Set(['exec', 'start']);

/** Stops this process, as a signal would, once npm is gone that started it: npm and npx do not pass every signal on. */
export function stopWithNpm({ npm_command: command }: NodeJS.ProcessEnv): void {
  if (!WAITING.has(command)) return;
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MS);
  poll.unref();
}
