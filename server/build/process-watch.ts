// Development: detects the end of another process, which may be killed without notice.

/** Environment variable with the process id of `npm run dev`. */
export const DEV_PID = 'ETAL_DEV_PID';

const POLL_MS = 500;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export function onProcessEnd(pid: number, end: () => unknown): void {
  const looking = setInterval(() => {
    if (isAlive(pid)) return;
    clearInterval(looking);
    void end();
  }, POLL_MS);
  looking.unref();
}
