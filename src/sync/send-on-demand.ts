// What sends, as far as the page has it: its code comes once something waits. Guarantee: code that does not come costs no write and
// is asked for again.
import { isConnectionLost } from '#db/connection.ts';
import type { Owner } from '#db/rows.ts';
import type { MergeResult } from './carts/merge-carts.ts';
import { onDemand } from './device/on-demand.ts';
import { hasVisitorToJoin } from './outbox/owners.ts';
import type { DrainOptions, DrainReport, ReplayPorts } from './replay/ports.ts';
import type { Sending } from './sending.ts';

const importCode = () => import('./sending.ts');

/** Code that did not come is asked for again after this, milliseconds. */
const CODE_RETRY_MS = 5000;

/** How a write to the disk goes: on a new connection where its own was lost, after making room on a full device. */
interface DiskAccess {
  withReconnect<T>(work: () => PromiseLike<T>): Promise<T>;
  write<T>(work: () => Promise<T>): Promise<T>;
}

export interface SendOnDemand {
  /** Nothing waits for it: the code is on its way when the first write is on the disk. */
  fetchCode(): void;
  /** Puts in order what waits, if anything does. Never rejects. */
  begin(): Promise<void>;
  drain(options?: DrainOptions): Promise<DrainReport>;
  /** 'waiting', too, where the code has not come. */
  join(user: Owner): Promise<MergeResult>;
}

export function createSendOnDemand(ports: ReplayPorts, { withReconnect, write }: DiskAccess): SendOnDemand {
  const { db, now } = ports.local;
  const sending = onDemand(async () => (await importCode()).createSending(ports));
  const hasPending = () => withReconnect(async () => (await db.outbox.count()) > 0);

  const loadSending = (): Promise<Sending | null> =>
    sending.get().catch((failure: unknown) => {
      // A database that is closing says nothing of the code.
      if (!isConnectionLost(failure)) console.error(failure);
      return null;
    });

  return {
    fetchCode: () => void importCode().catch(() => {}),
    async begin() {
      if (await hasPending()) await loadSending();
    },
    async drain(options) {
      if (!sending.value && !(await hasPending())) return { nextAt: null, settled: 0 };
      const replay = await loadSending();
      if (!replay) return { nextAt: now() + CODE_RETRY_MS, settled: 0 };
      return withReconnect(() => write(() => replay.drain(options)));
    },
    async join(user) {
      if (!(await hasVisitorToJoin(db, user))) return 'nothing';
      return (await loadSending())?.join(user) ?? 'waiting';
    },
  };
}
