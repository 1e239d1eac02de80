// Stand-in for Stripe Connect: accounts, account links, transfers, reversals, disputes and payouts, in the shapes of
// Stripe's reference (docs.stripe.com/api).
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { payoutAccounts } from '#server/db/schema/payouts.ts';
import { stores } from '#server/db/schema/stores.ts';

type Fields = Record<string, unknown>;

export interface ConnectedAccount extends Fields {
  id: string;
  details_submitted: boolean;
  payouts_enabled: boolean;
  capabilities: { transfers: 'active' | 'inactive' | 'pending' };
  requirements: { currently_due: string[]; past_due: string[]; disabled_reason: string | null };
}

export interface MadeTransfer extends Fields {
  id: string;
  amount: number;
  destination: string;
  source_transaction: string;
  transfer_group: string;
  metadata: Record<string, unknown>;
  reversals: { object: 'list'; data: Fields[] };
}

interface Answer {
  status: number;
  body: Fields;
}

const name = (prefix: string) => `${prefix}_test${randomBytes(12).toString('hex')}`;
const ok = (body: Fields): Answer => ({ status: 200, body });
const refused = (status: number, code: string | undefined, message: string): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...(code !== undefined && { code }) } },
});
const listOf = (url: string, data: Fields[]): Answer => ok({ object: 'list', url, has_more: false, data });
/** `metadata[x]` of a form as an object. */
const metadataOf = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => {
      const [, inner] = /^metadata\[(\w+)\]$/.exec(key) ?? [];
      return inner === undefined ? [] : [[inner, value]];
    }),
  );
const sum = (amounts: readonly unknown[]) => amounts.reduce<number>((all, one) => all + Number(one), 0);

export interface StripeConnect {
  accounts: ConnectedAccount[];
  transfers: MadeTransfer[];
  disputes: Map<string, Fields>;
  payouts: Map<string, Fields>;
  /** The merchant has given everything; or this is missing. */
  complete(account: ConnectedAccount, missing?: string[]): void;
  /** Undefined: not of Connect. */
  answer(call: string, fields: Fields): Answer | undefined;
}

/** @param amountOf what a charge has taken, undefined for an unknown one */
export function openStripeConnect(amountOf: (charge: string) => number | undefined): StripeConnect {
  const connect: StripeConnect = {
    ...{ accounts: [], transfers: [], disputes: new Map(), payouts: new Map() },
    complete: (account, missing = []) => {
      const active = missing.length === 0;
      Object.assign(account, {
        ...{ details_submitted: active, payouts_enabled: active, charges_enabled: false },
        capabilities: { transfers: active ? 'active' : 'inactive' },
        requirements: {
          currently_due: missing,
          past_due: [],
          disabled_reason: active ? null : 'requirements.past_due',
        },
      });
    },
    answer: (call, fields) => {
      const [, dispute] = /^GET \/v1\/disputes\/(\w+)$/.exec(call) ?? [];
      if (dispute) return found(connect.disputes.get(dispute), 'dispute', dispute);
      const [, payout] = /^GET \/v1\/payouts\/(\w+)$/.exec(call) ?? [];
      if (payout) return found(connect.payouts.get(payout), 'payout', payout);
      return accountCall(call, fields) ?? transferCall(call, fields);
    },
  };
  const found = (object: Fields | undefined, kind: string, id: string): Answer =>
    object ? ok(object) : refused(404, 'resource_missing', `No such ${kind}: '${id}'`);

  function accountCall(call: string, fields: Fields): Answer | undefined {
    if (call === 'POST /v1/accounts') {
      const account: ConnectedAccount = {
        ...{ id: name('acct'), object: 'account', country: fields.country, email: fields.email ?? null, type: 'none' },
        ...{ details_submitted: false, payouts_enabled: false, charges_enabled: false, metadata: metadataOf(fields) },
        capabilities: { transfers: 'inactive' },
        requirements: {
          currently_due: ['business_type', 'external_account'],
          past_due: [],
          disabled_reason: 'requirements.past_due',
        },
      };
      connect.accounts.push(account);
      return ok(account);
    }
    if (call === 'POST /v1/account_links') {
      const account = connect.accounts.find(({ id }) => id === fields.account);
      if (!account) return refused(400, 'resource_missing', `No such account: '${fields.account}'`);
      const url = `https://connect.stripe.com/setup/e/${account.id}/${name('link')}`;
      return ok({ object: 'account_link', created: 1_760_000_000, expires_at: 1_760_000_300, url });
    }
    const [, id] = /^GET \/v1\/accounts\/(\w+)$/.exec(call) ?? [];
    if (id === undefined) return undefined;
    return found(
      connect.accounts.find((account) => account.id === id),
      'account',
      id,
    );
  }

  function transferCall(call: string, fields: Fields): Answer | undefined {
    if (call === 'GET /v1/transfers') {
      return listOf(
        '/v1/transfers',
        connect.transfers.filter((each) => each.transfer_group === fields.transfer_group),
      );
    }
    if (call === 'POST /v1/transfers') return makeTransfer(fields);
    const [, method, id, rest] = /^(GET|POST) \/v1\/transfers\/(\w+)(\/reversals)?$/.exec(call) ?? [];
    if (id === undefined) return undefined;
    const transfer = connect.transfers.find((each) => each.id === id);
    if (!transfer || rest === undefined) return found(transfer, 'transfer', id);
    if (method === 'GET') return listOf(`/v1/transfers/${id}/reversals`, transfer.reversals.data);
    const amount = Number(fields.amount);
    const before = sum(transfer.reversals.data.map((each) => each.amount));
    if (before + amount > transfer.amount) {
      return refused(400, undefined, `Transfer reversal amount (${amount}) is greater than the unreversed amount.`);
    }
    const reversal = { id: name('trr'), object: 'transfer_reversal', amount, currency: 'eur', transfer: id };
    transfer.reversals.data.push({ ...reversal, metadata: metadataOf(fields) });
    Object.assign(transfer, { amount_reversed: before + amount, reversed: before + amount === transfer.amount });
    return ok(transfer.reversals.data.at(-1) ?? {});
  }

  function makeTransfer(fields: Fields): Answer {
    const { destination, source_transaction: source } = fields;
    const account = connect.accounts.find(({ id }) => id === destination);
    if (!account) return refused(400, 'resource_missing', `No such destination: '${destination}'`);
    if (account.capabilities.transfers !== 'active') {
      const message =
        'Your destination account needs to have at least one of the following capabilities enabled: transfers';
      return refused(400, 'insufficient_capabilities_for_transfer', message);
    }
    const taken = amountOf(String(source));
    if (taken === undefined) return refused(400, 'resource_missing', `No such charge: '${source}'`);
    const before = sum(
      connect.transfers.filter((each) => each.source_transaction === source).map((each) => each.amount),
    );
    if (before + Number(fields.amount) > taken) {
      return refused(400, undefined, 'Transfers using this transaction as a source must not exceed the source amount.');
    }
    const transfer: MadeTransfer = {
      ...{ id: name('tr'), object: 'transfer', amount: Number(fields.amount), currency: String(fields.currency) },
      ...{ amount_reversed: 0, reversed: false, destination: account.id, source_transaction: String(source) },
      ...{ transfer_group: String(fields.transfer_group), metadata: metadataOf(fields) },
      reversals: { object: 'list', data: [] },
    };
    connect.transfers.push(transfer);
    return ok(transfer);
  }

  return connect;
}

/** A store with an account that can receive. */
export async function connectStore(db: Db, connect: StripeConnect, storeId: string): Promise<ConnectedAccount> {
  connect.answer('POST /v1/accounts', { country: 'FR', 'metadata[store]': storeId });
  const account = connect.accounts.at(-1);
  if (!account) throw new Error('No account was created.');
  connect.complete(account);
  await db.update(stores).set({ sMoneyAccount: account.id }).where(eq(stores.id, storeId));
  const checked = { storeId, account: account.id, state: 'ready', checkedAt: new Date() };
  await db.insert(payoutAccounts).values(checked);
  return account;
}
