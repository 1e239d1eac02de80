// Call roles: the least role in a shop that may make each merchant call. A call without a row is its owner's.
// Outside the registry, since the server alone decides; `features/merchant/store/page-roles.ts` tells the pages of each role.
import type { AllEndpoints, AnyEndpointName } from '../all-endpoints.ts';
import type { StoreRole } from './store-roles.ts';

type MerchantCall = {
  [N in AnyEndpointName]: AllEndpoints[N]['access'] extends 'merchant' ? N : never;
}[AnyEndpointName];

const leastRoles: Partial<Record<MerchantCall, StoreRole>> = {
  'stores.mine': 'picker',
  'storeOrders.ofStore': 'picker',
  'storeOrders.get': 'picker',
  'storeOrders.tracking': 'picker',
  'storeOrders.validate': 'picker',
  'storeOrders.ready': 'picker',
  'storeOrders.weigh': 'picker',
  'storeOrders.ship': 'picker',
  'storeOrderItems.sold': 'picker',
  'collectionKeys.list': 'picker',
  'collectionKeys.get': 'picker',
  'pushKey.get': 'picker',
  'pushSubscriptions.ofStore': 'picker',
  'pushSubscriptions.get': 'picker',
  'pushSubscriptions.create': 'picker',
  'pushSubscriptions.delete': 'picker',

  'storeOrders.refund': 'seller',
  'storeOrders.cancel': 'seller',
  'storeOrders.export': 'seller',
  'contractWithdrawals.ofStoreOrder': 'seller',
  'contractWithdrawals.receive': 'seller',
  'contractWithdrawals.refund': 'seller',
  'contractWithdrawals.refuse': 'seller',
  'messages.ofStore': 'seller',
  'messages.get': 'seller',
  'messages.read': 'seller',
  'appointments.ofStore': 'seller',
  'appointments.get': 'seller',
  'appointments.confirm': 'seller',
  'appointments.cancel': 'seller',
  'estimates.ofStore': 'seller',
  'estimates.get': 'seller',
  'estimates.read': 'seller',
};

/** The stream of order news, which stands beside the registry. */
export const ORDER_NEWS_ROLE: StoreRole = 'picker';

export const leastRoleOf = (call: AnyEndpointName): StoreRole => leastRoles[call as MerchantCall] ?? 'owner';
