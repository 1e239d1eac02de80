// Process locks: lock files with the id of their owner.
// Guarantee: the lock of a living process is never taken over; the lock of a killed process is, at once.
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

interface LockOwner {
  pid: number;
  /**
   * Start time of the process in clock ticks after boot, which distinguishes it from a later process with the same id.
   */
  started: string;
}

const ownLocks = new Set<string>();
const POLL_MS = 100;

/** @returns the function that releases the lock, or the owner's process id */
export function tryLock(path: string): (() => void) | { ownerPid: number } {
  if (ownLocks.has(path)) return { ownerPid: process.pid };
  const mine = JSON.stringify({ pid: process.pid, started: startTimeOf(process.pid) } satisfies LockOwner);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    while (!tryLink(draft, path)) {
      const text = readOrEmpty(path);
      const owner = parse(text);
      if (owner && isOwnerAlive(owner)) return { ownerPid: owner.pid };
      removeStale(path, text);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  ownLocks.add(path);
  return () => {
    ownLocks.delete(path);
    if (readOrEmpty(path) === mine) rmSync(path, { force: true });
  };
}

/**
 * Waits until the lock is free.
 * @param onWait called once if another process owns the lock
 * @returns the function that releases it
 */
export async function lock(path: string, onWait: (ownerPid: number) => void): Promise<() => void> {
  for (let waits = false; ; waits = true) {
    const result = tryLock(path);
    if (typeof result === 'function') return result;
    if (!waits) onWait(result.ownerPid);
    await pause(POLL_MS);
  }
}
/** Creating a link is atomic: no process reads a partial lock. */
function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Renames the lock before deleting it, and restores it if another process replaced it meanwhile. */
function removeStale(path: string, expected: string): void {
  const stale = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, stale);
  } catch {
    return;
  }
  if (readFileSync(stale, 'utf8') !== expected) tryLink(stale, path);
  unlinkSync(stale);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function parse(text: string): LockOwner | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number') return null;
    return { pid: value.pid, started: 'started' in value && typeof value.started === 'string' ? value.started : '' };
  } catch {
    return null;
  }
}

function isOwnerAlive(owner: LockOwner): boolean {
  // Our own id, but not our lock: left by a process of an earlier boot (a container's first process always has id 1).
  if (owner.pid === process.pid) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  const started = startTimeOf(owner.pid);
  return started === '' || owner.started === '' || started === owner.started;
}

/** Empty on systems without /proc. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
