// Contract withdrawals of the shopper ('rétractation'): what can be given up, and the declaration.
// Guarantee: a declaration keeps its key, its content and the time of its tap until its answer is known, over reloads and
// without a network, so that it is made once and its acknowledgement is found again.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnyEndpointAnswer, AnyEndpointBody } from '#contract/all-endpoints.ts';
import { contractWithdrawalEndpoints, type WithdrawalAcknowledgement } from '#contract/orders/contract-withdrawals.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { newId } from '#sync/device/ids.ts';
import { type CallFailure, callEndpoint, callFailure } from '../api/call-endpoint.ts';
import { useConnectivity } from '../page/connectivity.ts';
import { discardDraft, loadDraft, saveDraft, untyped } from '../session/draft-store.ts';

export type WithdrawalChoice = AnyEndpointAnswer<'contractWithdrawals.ofOrder'>;
type ChoiceRead = { outcome: 'read'; choice: WithdrawalChoice } | CallFailure;

/** Null while it loads. Read again once the network is back. */
export function useWithdrawalChoice(orderId: number): { read: ChoiceRead | null; refetch: () => void } {
  const { online } = useConnectivity();
  const [read, setRead] = useState<ChoiceRead | null>(null);
  const [count, setCount] = useState(0);
  // Another value, although not read: asked for, or the network is back.
  const round = `${count} ${online}`;
  useEffect(() => {
    let isCurrent = round !== '';
    readChoice(orderId)
      .then((answer) => isCurrent && setRead((before) => (answer.outcome === 'offline' && before) || answer))
      .catch(console.error);
    return () => {
      isCurrent = false;
    };
  }, [orderId, round]);
  return { read, refetch: () => setCount((before) => before + 1) };
}

async function readChoice(orderId: number): Promise<ChoiceRead> {
  try {
    const endpoint = contractWithdrawalEndpoints['contractWithdrawals.ofOrder'];
    return { outcome: 'read', choice: await callEndpoint(endpoint, String(orderId)) };
  } catch (failure) {
    return callFailure(failure);
  }
}

/** `order`: declared by its account; else by a guest, who names the order in the body. */
export type Declaration =
  | { order: number; body: AnyEndpointBody<'contractWithdrawals.declare'> }
  | { order: null; body: AnyEndpointBody<'contractWithdrawals.declareAsGuest'> };

interface Pending {
  key: string;
  declaration: Declaration;
}

function send({ key, declaration: { order, body } }: Pending): Promise<WithdrawalAcknowledgement> {
  const name = order === null ? 'contractWithdrawals.declareAsGuest' : 'contractWithdrawals.declare';
  return callEndpoint(contractWithdrawalEndpoints[name], String(order), body, undefined, key);
}

export type DeclarationState =
  | { is: 'open' }
  /** Sent, without an answer yet. `tappedAt`: ISO 8601. */
  | { is: 'sending' | 'offline'; tappedAt: string }
  | { is: 'refused'; message: string; violations: readonly Violation[] }
  | { is: 'acknowledged'; acknowledgement: WithdrawalAcknowledgement };

const withoutTime = ({ body, ...declaration }: Declaration) =>
  JSON.stringify({ ...declaration, body: { ...body, declaredAt: '' } });

/** @param form key of the form's draft */
export function useDeclaration(form: string) {
  const { online } = useConnectivity();
  const [state, setState] = useState<DeclarationState>({ is: 'open' });
  const isSending = useRef(false);
  const draft = untyped(`envoi ${form}`);

  const attempt = useCallback(
    async (pending: Pending) => {
      if (isSending.current) return;
      isSending.current = true;
      const tappedAt = pending.declaration.body.declaredAt ?? '';
      setState({ is: 'sending', tappedAt });
      try {
        const acknowledgement = await send(pending);
        discardDraft(draft);
        setState({ is: 'acknowledged', acknowledgement });
      } catch (failure) {
        const known = knownFailure(failure);
        if (known.outcome === 'offline') setState({ is: 'offline', tappedAt });
        else {
          discardDraft(draft);
          setState({ is: 'refused', ...known });
        }
      } finally {
        isSending.current = false;
      }
    },
    [draft],
  );

  // What was confirmed before goes by itself, once the network is back or the page is open again.
  useEffect(() => {
    const pending = online ? (loadDraft(draft) as Pending | null) : null;
    if (pending) void attempt(pending);
  }, [online, draft, attempt]);

  const declare = (declaration: Declaration) => {
    const before = loadDraft(draft) as Pending | null;
    const isSame = before && withoutTime(before.declaration) === withoutTime(declaration);
    const pending = isSame ? before : { key: newId(), declaration: tappedNow(declaration) };
    saveDraft(draft, { ...pending });
    return attempt(pending);
  };
  return { state, declare };
}

const tappedNow = (declaration: Declaration): Declaration =>
  ({ ...declaration, body: { ...declaration.body, declaredAt: new Date().toISOString() } }) as Declaration;

function knownFailure(failure: unknown): CallFailure {
  try {
    return callFailure(failure);
  } catch {
    console.error(failure);
    return { outcome: 'refused', message: UNEXPECTED_FAILURE, violations: [] };
  }
}
