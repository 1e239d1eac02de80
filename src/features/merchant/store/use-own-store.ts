// A hook with the merchant's own shop.
import { isEShop } from '#domain/store.ts';
import { useApiQuery } from '#state/reads/query.ts';

/**
 * The merchant's own shop, kept on the device. `sellsOnline` stays undefined until the shop is known; a shop that cannot be
 * asked for does not hide the orders that are kept.
 */
export function useOwnStore(storeId: string) {
  const query = useApiQuery('stores.mine', { params: { id: storeId } });
  const unknown = query.status === 'error' ? true : undefined;
  return { query, store: query.data, sellsOnline: query.data ? isEShop(query.data) : unknown };
}
