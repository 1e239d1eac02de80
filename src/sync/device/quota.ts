// Room on the device for what waits. Guarantees: what can be fetched again goes first, pictures before private answers
// before public ones; the outbox never goes; only when all of that did not help is a write refused, and then visibly.
import { isQuotaError } from '#db/database.ts';
import { deviceFullMessage } from '#domain/text/storage-error.ts';

/** Less than this free, bytes, and room is made ahead of need; on a small quota, a tenth of it. */
const MARGIN = 20_000_000;
const CHECK_INTERVAL = 10_000;

/** Nothing more can be given up, and the device is still full. */
export class DeviceFull extends Error {
  override readonly name = 'DeviceFull';
  constructor(cause?: unknown) {
    super(deviceFullMessage, { cause });
  }
}

export interface QuotaPorts {
  /** Each gives up one kind of what can be fetched again, the dearest last. */
  evictions: readonly (() => Promise<unknown>)[];
  /** Of these what somebody chose to keep: given up only for a write that does not fit otherwise, never ahead of need. */
  lastEviction?: (() => Promise<unknown>) | undefined;
  /** Bytes, as far as the browser says. */
  estimate?: (() => Promise<{ usage?: number; quota?: number }>) | undefined;
  now(): number;
}

export interface QuotaGuard {
  /** Runs a write; while the device is full, gives up one thing after the other and runs it again. */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** Looks whether room is getting short and makes some ahead of need; rejects when `bytes` more do not fit. */
  reserve(bytes: number): Promise<void>;
  /** The same now and then, behind the writes; never rejects. */
  checkMargin(): Promise<void>;
}

export function createQuotaGuard({ evictions, lastEviction, estimate, now }: QuotaPorts): QuotaGuard {
  let checkedAt = Number.NEGATIVE_INFINITY;

  /** Bytes; Infinity when the browser does not say. */
  async function readFreeSpace(): Promise<{ free: number; margin: number }> {
    const { usage, quota } = (await estimate?.()) ?? {};
    if (usage === undefined || !quota) return { free: Number.POSITIVE_INFINITY, margin: MARGIN };
    return { free: quota - usage, margin: Math.min(MARGIN, quota / 10) };
  }

  async function isLow(bytes: number, ahead: boolean): Promise<boolean> {
    const space = await readFreeSpace();
    return space.free < (ahead ? space.margin : 0) + bytes;
  }

  /** What cannot be given up (a cache that fails itself) is passed over. */
  const tryEvict = (one: () => Promise<unknown>) => one().catch(() => undefined);

  async function reserve(bytes: number): Promise<void> {
    for (const one of evictions) {
      if (!(await isLow(bytes, one !== lastEviction))) return;
      await tryEvict(one);
    }
    // Below the margin a small write may still fit: the write itself tells.
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
