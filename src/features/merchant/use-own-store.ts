import { isEShop } from '#domain/store.ts';
import { useApiQuery } from '#state/query.ts';

/** The merchant's own shop, kept on the device. `sellsOnline` stays undefined until the shop is known. */
export function useOwnStore(storeId: string) {
  const query = useApiQuery('stores.mine', { params: { id: storeId } });
  return { query, store: query.data, sellsOnline: query.data ? isEShop(query.data) : undefined };
}
