// What sends, as far as the page has it: its code comes once something waits. Guarantee: code that does not come costs no write and
// is asked for again.
import { isConnectionLost } from '#db/connection.ts';
import type { Owner } from '#db/rows.ts';
import type { Merged } from './carts/merge-carts.ts';
import { onDemand } from './device/on-demand.ts';
import { mayJoin } from './outbox/owners.ts';
import type { DrainOptions, DrainReport, ReplayPorts } from './replay/ports.ts';
import type { Sending } from './sending.ts';

const code = () => import('./sending.ts');

/** Code that did not come is asked for again after this, milliseconds. */
const AGAIN = 5000;

/** How a write to the disk goes: on a new connection where its own was lost, after making room on a full device. */
interface Ground {
  steady<T>(work: () => PromiseLike<T>): Promise<T>;
  write<T>(work: () => Promise<T>): Promise<T>;
}

export interface SendOnDemand {
  /** Nothing waits for it: the code is on its way when the first write is on the disk. */
  fetchCode(): void;
  /** Puts in order what waits, if anything does. Never rejects. */
  begin(): Promise<void>;
  drain(options?: DrainOptions): Promise<DrainReport>;
  /** 'waiting', too, where the code has not come. */
  join(user: Owner): Promise<Merged>;
}

export function sendOnDemand(ports: ReplayPorts, { steady, write }: Ground): SendOnDemand {
  const { db, now } = ports.local;
  const sending = onDemand(async () => (await code()).createSending(ports));
  const anyWaits = () => steady(async () => (await db.outbox.count()) > 0);

  const there = (): Promise<Sending | null> =>
    sending.get().catch((failure: unknown) => {
      // A database that is closing says nothing of the code.
      if (!isConnectionLost(failure)) console.error(failure);
      return null;
    });

  return {
    fetchCode: () => void code().catch(() => {}),
    async begin() {
      if (await anyWaits()) await there();
    },
    async drain(options) {
      if (!sending.made && !(await anyWaits())) return { nextAt: null, settled: 0 };
      const replay = await there();
      if (!replay) return { nextAt: now() + AGAIN, settled: 0 };
      return steady(() => write(() => replay.drain(options)));
    },
    async join(user) {
      if (!(await mayJoin(db, user))) return 'nothing';
      return (await there())?.join(user) ?? 'waiting';
    },
  };
}
