// Contract withdrawals of a store order: what its shopper gave up, and the answers of the store. Requires the network.
import { useEffect, useState } from 'react';
import type { AnyEndpointBody } from '#contract/all-endpoints.ts';
import { type ContractWithdrawal, contractWithdrawalEndpoints } from '#contract/orders/contract-withdrawals.ts';
import { type CallFailure, callEndpoint, callFailure } from '../api/call-endpoint.ts';
import { useConnectivity } from '../page/connectivity.ts';
import { pageQueryClient } from '../page/page-store.ts';

/** Null while they load, or without a network. @param version of the order: read again when it changes */
export function useWithdrawals(storeOrderId: number, version: number): readonly ContractWithdrawal[] | null {
  const { online } = useConnectivity();
  const [withdrawals, setWithdrawals] = useState<readonly ContractWithdrawal[] | null>(null);
  // Another value, although not read: a newer version of the order, or the network is back.
  const round = `${version} ${online}`;
  useEffect(() => {
    let isCurrent = round !== '';
    callEndpoint(contractWithdrawalEndpoints['contractWithdrawals.ofStoreOrder'], String(storeOrderId))
      .then((answer) => isCurrent && setWithdrawals(answer.withdrawals))
      .catch((failure: unknown) => callFailure(failure));
    return () => {
      isCurrent = false;
    };
  }, [storeOrderId, round]);
  return withdrawals;
}

type Answer = { outcome: 'done' } | CallFailure;

async function answer(ask: () => Promise<unknown>): Promise<Answer> {
  try {
    await ask();
  } catch (failure) {
    return callFailure(failure);
  }
  for (const name of ['storeOrders.get', 'storeOrders.ofStore', 'metrics.byStore'])
    void pageQueryClient.invalidateQueries({ queryKey: [name] });
  return { outcome: 'done' };
}

export const receiveGoods = (id: string): Promise<Answer> =>
  answer(() => callEndpoint(contractWithdrawalEndpoints['contractWithdrawals.receive'], id, {}));

/** Money goes back at once. @param items of a withdrawal in the shopper's own words */
export const refundWithdrawal = (id: string, body: AnyEndpointBody<'contractWithdrawals.refund'>): Promise<Answer> =>
  answer(() => callEndpoint(contractWithdrawalEndpoints['contractWithdrawals.refund'], id, body));

export const refuseWithdrawal = (id: string, body: AnyEndpointBody<'contractWithdrawals.refuse'>): Promise<Answer> =>
  answer(() => callEndpoint(contractWithdrawalEndpoints['contractWithdrawals.refuse'], id, body));
