// A merchant with a store, who uses the API only.
import { eq } from 'drizzle-orm';
import { users } from '#server/db/schema/accounts.ts';
import type { stores } from '#server/db/schema/stores.ts';
import { makeStore } from './builders.ts';
import type { Answer, TestMarket } from './test-server.ts';

export interface Merchant {
  id: string;
  storeId: string;
  token: string;
  /** @param ifMatch the version shown */
  call<T>(method: string, path: string, body?: unknown, ifMatch?: number | string): Promise<Answer<T>>;
}

export async function makeMerchant(
  market: TestMarket,
  values: Partial<typeof stores.$inferInsert> = {},
): Promise<Merchant> {
  const store = await makeStore(market.db, values);
  const [owner] = await market.db
    .select()
    .from(users)
    .where(eq(users.id, store.ownerId ?? ''));
  if (!owner) throw new Error('A shop without a merchant.');
  const token = await market.login(owner.email);
  return {
    id: owner.id,
    storeId: store.id,
    token,
    call: <T>(method: string, path: string, body?: unknown, ifMatch?: number | string) =>
      market.inject<T>(method, `/api${path}`, {
        token,
        ...(body !== undefined && { body }),
        ...(ifMatch !== undefined && {
          headers: { 'if-match': typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch },
        }),
      }),
  };
}
