// Sending on demand: loads the code for sending once the outbox is not empty.
// Guarantee: a failed download costs no write and is repeated.
import { isConnectionLost } from '#db/connection.ts';
import type { Owner } from '#db/rows.ts';
import type { MergeResult } from './carts/merge-carts.ts';
import { onDemand } from './device/on-demand.ts';
import { hasVisitorToJoin } from './outbox/owners.ts';
import type { DrainOptions, DrainReport, ReplayPorts } from './replay/ports.ts';
import type { Sending } from './sending.ts';

const importCode = () => import('./sending.ts');

/** Delay before the code is downloaded again, milliseconds. */
const CODE_RETRY_MS = 5000;

/** Database access with a reconnect, and writes that free space on a full device. */
interface DiskAccess {
  withReconnect<T>(work: () => PromiseLike<T>): Promise<T>;
  write<T>(work: () => Promise<T>): Promise<T>;
}

export interface SendOnDemand {
  /** Starts the download without waiting, parallel to the first write. */
  fetchCode(): void;
  /** Repairs and prepares the outbox if it is not empty. Never rejects. */
  begin(): Promise<void>;
  drain(options?: DrainOptions): Promise<DrainReport>;
  /** 'waiting', too, if the code is not loaded. */
  join(user: Owner): Promise<MergeResult>;
}

export function createSendOnDemand(ports: ReplayPorts, { withReconnect, write }: DiskAccess): SendOnDemand {
  const { db, now } = ports.local;
  const sending = onDemand(async () => (await importCode()).createSending(ports));
  const hasPending = () => withReconnect(async () => (await db.outbox.count()) > 0);

  const loadSending = (): Promise<Sending | null> =>
    sending.get().catch((failure: unknown) => {
      // A closing database is no problem of the code.
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
