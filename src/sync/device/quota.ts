// Quota: frees storage for pending commands.
// Guarantees: evicts what can be fetched again: pictures, then private answers, then public ones; never evicts the
// outbox; rejects a write only if all evictions did not help.
import { isQuotaError } from '#db/database.ts';
import { deviceFullMessage } from '#domain/text/storage-error.ts';

/** Minimum free space, bytes; below it caches are evicted in advance. A tenth of a small quota. */
const MARGIN = 20_000_000;
const CHECK_INTERVAL = 10_000;

/** All caches are evicted, and the device is still full. */
export class DeviceFull extends Error {
  override readonly name = 'DeviceFull';
  constructor(cause?: unknown) {
    super(deviceFullMessage, { cause });
  }
}

export interface QuotaPorts {
  /** Each evicts one kind of cache, the most valuable last. */
  evictions: readonly (() => Promise<unknown>)[];
  /**
   * The eviction of offline bundles, which the user chose to store: only for a write that does not fit otherwise, never
   * in advance.
   */
  lastEviction?: (() => Promise<unknown>) | undefined;
  /** Bytes, as the browser reports them. */
  estimate?: (() => Promise<{ usage?: number; quota?: number }>) | undefined;
  now(): number;
}

export interface QuotaGuard {
  /** Runs a write; on a full device evicts caches one after the other and retries. */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** Evicts caches in advance when space is low; rejects if `bytes` do not fit. */
  reserve(bytes: number): Promise<void>;
  /** Evicts in advance, at intervals after writes; never rejects. */
  checkMargin(): Promise<void>;
}

export function createQuotaGuard({ evictions, lastEviction, estimate, now }: QuotaPorts): QuotaGuard {
  let checkedAt = Number.NEGATIVE_INFINITY;

  /** Bytes; Infinity if the browser does not report it. */
  async function readFreeSpace(): Promise<{ free: number; margin: number }> {
    const { usage, quota } = (await estimate?.()) ?? {};
    if (usage === undefined || !quota) return { free: Number.POSITIVE_INFINITY, margin: MARGIN };
    return { free: quota - usage, margin: Math.min(MARGIN, quota / 10) };
  }

  async function isLow(bytes: number, ahead: boolean): Promise<boolean> {
    const space = await readFreeSpace();
    return space.free < (ahead ? space.margin : 0) + bytes;
  }

  /** A failing cache is skipped. */
  const tryEvict = (one: () => Promise<unknown>) => one().catch(() => undefined);

  async function reserve(bytes: number): Promise<void> {
    for (const one of evictions) {
      if (!(await isLow(bytes, one !== lastEviction))) return;
      await tryEvict(one);
    }
    // Below the margin a small write may still fit; the write itself decides.
    if (bytes > 0 && (await readFreeSpace()).free < bytes) throw new DeviceFull();
  }

  return {
    reserve,
    async checkMargin() {
      if (Math.abs(now() - checkedAt) < CHECK_INTERVAL) return;
      checkedAt = now();
      await reserve(0).catch(() => undefined);
    },
    async write(work) {
      for (const one of evictions) {
        try {
          return await work();
        } catch (error) {
          if (!isQuotaError(error)) throw error;
          await tryEvict(one);
        }
      }
      try {
        return await work();
      } catch (error) {
        throw isQuotaError(error) ? new DeviceFull(error) : error;
      }
    },
  };
}
