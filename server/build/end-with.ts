// Development: ends a process with another one, which may be killed without a word to anybody.

/** Names the environment variable with the id of `npm run dev`. */
export const DEV_PID = 'ETAL_DEV_PID';

const LOOK_MS = 500;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export function endWith(pid: number, end: () => unknown): void {
  const looking = setInterval(() => {
    if (isAlive(pid)) return;
    clearInterval(looking);
    void end();
  }, LOOK_MS);
  looking.unref();
}
