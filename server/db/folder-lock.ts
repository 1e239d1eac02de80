// Locks the folder of the embedded database, which has no lock of its own, by a lock file beside it: two processes on one
// folder would ruin it.
// Guarantee: a lock whose process is alive is never taken over; one left by a killed process is.
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class FolderInUse extends Error {
  override name = 'FolderInUse';
  constructor(folder: string, pid: number) {
    super(
      `${folder} is already used by another Étal server (process ${pid}). Stop it first, or give this one its own DATA_DIR.`,
    );
  }
}

interface Holder {
  pid: number;
  /** When that process started, in clock ticks after boot: tells it from a later process with the same number. */
  started: string;
}

const heldHere = new Set<string>();

/** @returns the function that gives the folder back */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'etal.lock');
  if (heldHere.has(path)) throw new FolderInUse(folder, process.pid);
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Holder);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    while (!claim(draft, path)) {
      const text = readOrEmpty(path);
      const holder = parse(text);
      if (holder && isAlive(holder)) throw new FolderInUse(folder, holder.pid);
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
