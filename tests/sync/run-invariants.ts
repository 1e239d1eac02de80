// The invariants of a run by name, and their assertions.
import { isDeepStrictEqual } from 'node:util';

export type Invariant =
  | 'no crash'
  | 'no loss'
  | 'at most once'
  | 'outcome is truth'
  | 'lane order'
  | 'owner'
  | 'convergence'
  | 'exact projection'
  | 'monotonic view'
  | 'liveness'
  | 'isolation'
  | 'frozen request'
  | 'same answer'
  | 'fenced answers'
  | 'no re-key on doubt'
  | '401 neutrality'
  | 'one refresh'
  | 'clock immunity'
  | 'bounded'
  | 'compaction'
  | 'cancel'
  | 'merge on login'
  | 'purge'
  | 'honest count'
  | 'agreed'
  | 'intent';

export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
  constructor(
    readonly invariant: Invariant,
    detail: string,
  ) {
    super(`${invariant}: ${detail}`);
  }
}

let onlyInvariant: Invariant | null = null;

/** Checks only this invariant from now on, so that a mutation test proves which one detects the mistake. */
export function checkOnly(invariant: Invariant | null): void {
  onlyInvariant = invariant;
}

export function assert(invariant: Invariant, holds: boolean | undefined, detail: string | (() => string)): void {
  if (!holds && (onlyInvariant ?? invariant) === invariant)
    throw new InvariantBroken(invariant, typeof detail === 'string' ? detail : detail());
}

export function assertEqual(invariant: Invariant, found: unknown, wanted: unknown, detail: string): void {
  assert(
    invariant,
    isDeepStrictEqual(found, wanted),
    () => `${detail}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`,
  );
}
