// Order table of the own store, as a file. Requires the network.
import { orderTableEndpoints } from '#contract/orders/order-table.ts';
import { callEndpoint, callFailure } from '../api/call-endpoint.ts';

export async function fetchOrderExport() {
  try {
    return { outcome: 'sent' as const, answer: await callEndpoint(orderTableEndpoints['storeOrders.export'], '') };
  } catch (failure) {
    return callFailure(failure);
  }
}
