// Lock files that say which process holds them.
// Guarantee: a lock whose process is alive is never taken over; one left by a process that was killed is, at once.
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

interface Holder {
  pid: number;
  /** When that process started, in clock ticks after boot: tells it from a later process with the same number. */
  started: string;
}

const heldHere = new Set<string>();
const POLL_MS = 100;

/** @returns the function that releases the lock, or the process that holds it */
export function tryLock(path: string): (() => void) | { heldBy: number } {
  if (heldHere.has(path)) return { heldBy: process.pid };
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Holder);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    while (!claim(draft, path)) {
      const text = readOrEmpty(path);
      const holder = parse(text);
      if (holder && isAlive(holder)) return { heldBy: holder.pid };
      removeStale(path, text);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  heldHere.add(path);
  return () => {
    heldHere.delete(path);
    if (readOrEmpty(path) === mine) rmSync(path, { force: true });
  };
}

/**
 * Waits as long as the holder lives.
 * @param onWait called once, if another process holds the lock
 * @returns the function that releases it
 */
export async function lock(path: string, onWait: (heldBy: number) => void): Promise<() => void> {
  for (let waits = false; ; waits = true) {
    const taken = tryLock(path);
    if (typeof taken === 'function') return taken;
    if (!waits) onWait(taken.heldBy);
    await pause(POLL_MS);
  }
}
/** A link is made whole or not at all, so nobody ever reads a half-written lock. */
function claim(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the lock aside before removing it, and puts it back if another process had replaced it in between. */
function removeStale(path: string, expected: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readFileSync(aside, 'utf8') !== expected) claim(aside, path);
  unlinkSync(aside);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function parse(text: string): Holder | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number') return null;
    return { pid: value.pid, started: 'started' in value && typeof value.started === 'string' ? value.started : '' };
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  // Held by this very number but not by us: a process of an earlier life (a container's first process is always 1).
  if (holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  const started = startOf(holder.pid);
  return started === '' || holder.started === '' || started === holder.started;
}

/** Empty where the system has no /proc. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
