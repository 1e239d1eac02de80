// Order news: notifies merchants' event streams in this process about new and changed orders, from all processes.
// Guarantees: one database listener, started by the first follower; followers of a store are notified about that store
// only; after a possible loss, all are notified.
import type { FastifyInstance } from 'fastify';
import type { OpenDatabase } from '../db/client.ts';
import type { Unlisten } from '../db/notifications.ts';

/** Channel of the triggers on store orders; the payload is the store's id. */
const CHANNEL = 'etal_store';

export interface OrderNews {
  /** Resolves once listening. @returns the function that stops it */
  follow(storeId: string, notify: () => void): Promise<() => void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    orderNews: OrderNews;
  }
}

export function registerOrderNews(app: FastifyInstance, { listen }: Pick<OpenDatabase, 'listen'>): void {
  const followers = new Map<string, Set<() => void>>();
  let listening: Promise<Unlisten> | undefined;
  const dispatch = (storeId: string | null) => {
    const notified = storeId === null ? [...followers.values()] : [followers.get(storeId) ?? []];
    for (const each of notified) for (const notify of each) notify();
  };
  const startListening = () => {
    listening ??= listen(CHANNEL, dispatch).catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
    return listening;
  };
  app.decorate('orderNews', {
    follow: async (storeId, notify) => {
      await startListening();
      const ofStore = followers.get(storeId) ?? new Set();
      followers.set(storeId, ofStore.add(notify));
      return () => {
        ofStore.delete(notify);
        if (ofStore.size === 0 && followers.get(storeId) === ofStore) followers.delete(storeId);
      };
    },
  });
  app.addHook('onClose', async () => {
    const end = await listening?.catch(() => undefined);
    await end?.().catch(() => {});
  });
}
