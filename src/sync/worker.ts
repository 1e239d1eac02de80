// Outbox in the service worker, without an open page: sends the visitors' commands, and the user's while the mirrored
// access token is valid.
// Guarantee: never refreshes a session, and starts no attempt after its time limit.
import { createApiClient } from '#api/client.ts';
import { EtalDatabase, type IndexedDbSource, openLocalDatabase } from '#db/database.ts';
import { createServerClock, type ServerClock } from './device/clock.ts';
import { pingServer } from './device/connectivity.ts';
import type { StoreContext } from './device/context.ts';
import { newId } from './device/ids.ts';
import type { Locks } from './device/locks.ts';
import { createReplay } from './replay/replay.ts';
import type { Credentials } from './session/credentials.ts';

interface WorkerPorts {
  endpoint: string;
  appVersion: string;
  /** Time granted by the browser, milliseconds. */
  budgetMs: number;
  locks?: Locks | undefined;
  fetch?: typeof fetch;
  indexed?: IndexedDbSource;
  now?: () => number;
}

/** @returns the number of commands to send; if there are any, the browser should wake the worker again */
export async function drain({
  endpoint,
  appVersion,
  budgetMs,
  locks,
  fetch,
  indexed,
  now = Date.now,
}: WorkerPorts): Promise<{ left: number }> {
  const db = await openLocalDatabase(new EtalDatabase(indexed));
  try {
    const clock = createServerClock();
    const serverTime = () => clock.time(now());
    const local: StoreContext = { db, now, newId, random: Math.random, serverTime, appVersion };
    let lastSuccess: number | null = null;
    let isUnreachable = false;
    const api = createApiClient({
      endpoint,
      ...(fetch && { fetch }),
      heard: ({ reached, date, healthy, old }) => {
        if (!old) isUnreachable = !reached;
        if (date !== null) clock.addSample(date, now());
        if (healthy) lastSuccess = now();
      },
    });
    const credentials = workerCredentials(local, clock);
    const replay = createReplay({
      local,
      transmit: api.transmit,
      clock,
      credentials,
      locks,
      ping: () => pingServer(api.transmit),
      lastSuccessAt: () => lastSuccess,
      // Woken too early: the browser wakes it again.
      isServerUnreachable: () => isUnreachable,
    });
    await replay.drain({ budgetMs, eager: true });
    return { left: await db.outbox.where('state').anyOf('queued', 'inflight').count() };
  } finally {
    db.close();
  }
}

/** The service worker has neither the page's storage nor a refresh token. */
function workerCredentials(local: StoreContext, clock: ServerClock): Credentials {
  return {
    user: async () => (await local.db.session.get('current'))?.owner ?? null,
    token: async (owner) => {
      const row = await local.db.session.get('current');
      const now = local.now() + (clock.offset() ?? 0);
      return row && row.owner === owner && row.expiresAt > now + 30_000 ? row.token : null;
    },
    refresh: async () => 'unreachable',
  };
}
