// Tells merchants in this process that orders of their shop have come or moved on, whichever process took them.
// Guarantee: one listener on the database however many follow, and none before the first; who follows one shop hears of no
// other; when announcements may have been missed, everyone is told to look.
import type { FastifyInstance } from 'fastify';
import type { OpenDatabase } from '../db/client.ts';
import type { Unlisten } from '../db/listening.ts';

/** Named by the triggers on the orders of shops; what is said on it is the id of the shop. */
const CHANNEL = 'etal_store';

export interface OrderNews {
  /** Resolves once nothing that happens from now on is missed. @returns what ends it */
  follow(storeId: string, tell: () => void): Promise<() => void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    orderNews: OrderNews;
  }
}

export function tellOrderNews(app: FastifyInstance, { listen }: Pick<OpenDatabase, 'listen'>): void {
  const followers = new Map<string, Set<() => void>>();
  let listening: Promise<Unlisten> | undefined;
  const hear = (said: string | null) => {
    const told = said === null ? [...followers.values()] : [followers.get(said) ?? []];
    for (const each of told) for (const tell of each) tell();
  };
  const begin = () => {
    listening ??= listen(CHANNEL, hear).catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
    return listening;
  };
  app.decorate('orderNews', {
    follow: async (storeId, tell) => {
      await begin();
      const ofStore = followers.get(storeId) ?? new Set();
      followers.set(storeId, ofStore.add(tell));
      return () => {
        ofStore.delete(tell);
        if (ofStore.size === 0 && followers.get(storeId) === ofStore) followers.delete(storeId);
      };
    },
  });
  app.addHook('onClose', async () => {
    const end = await listening?.catch(() => undefined);
    await end?.().catch(() => {});
  });
}
