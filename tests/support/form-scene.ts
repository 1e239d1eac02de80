// A merchant's forms without a browser: the real forms over the real outbox, and the real server behind a network that
// can be cut. A reload loads modules of `src` again: use them through `modules`, import only their types.

import { eq } from 'drizzle-orm';
import {
  createFormControl,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type PathValue,
} from 'react-hook-form';
import { vi } from 'vitest';
import type { Cmd } from '#db/rows.ts';
import { users } from '#server/db/schema/accounts.ts';
import type { FormRefusal, OfflineFormDefinition } from '#state/forms/form-definition.ts';
import type { OfflineForm } from '#state/forms/offline-form.ts';
import type { CommandContent } from '#sync/commands/registry.ts';
import { laneOrder } from '#sync/outbox/lane-order.ts';
import { makeStore, makeUser } from './builders.ts';
import { enginePort, openDocument, openPage, openTab, until } from './page.ts';
import { DEMO_PASSWORD, startTestMarket } from './test-server.ts';

async function loadModules() {
  const { pageStore } = await import('#state/page/page-store.ts');
  const session = await import('#state/session/session.ts');
  const drafts = await import('#state/session/draft-store.ts');
  const pending = await import('#state/pending/pending-writes.ts');
  const actions = await import('#state/pending/pending-actions.ts');
  const forms = await import('#state/forms/offline-form.ts');
  const { getSync } = await enginePort();
  const { stopFollowingOwner } = await import('#engine/follow-outbox.ts');
  return { pageStore, session, drafts, pending, actions, forms, ready: getSync, stopFollowingOwner };
}

/** A page's definition of its form, read again at each render. */
export interface ShownForm<V extends FieldValues> {
  definition(): Promise<OfflineFormDefinition<V>>;
  refusal?(): Promise<(FormRefusal<V> & { id: string }) | null>;
}

export interface OpenForm<V extends FieldValues> {
  life: OfflineForm<V>;
  values(): V;
  type<N extends FieldPath<V>>(field: N, value: PathValue<V, N>): void;
  errorOf(field: FieldPath<V>): string | undefined;
  /** Renders the page again with the current data. */
  draw(): Promise<void>;
  /** The user navigates to another page. */
  leave(): void;
}

export async function openFormScene() {
  const market = await startTestMarket();
  const page = openPage(market);
  openTab();
  vi.stubGlobal('location', { pathname: '/admin/boutique' });
  let modules = await loadModules();
  await modules.ready();
  const owner = await makeUser(market.db);
  const { id: storeId } = await makeStore(market.db, { ownerId: owner.id });
  let token = await market.login(owner.email);
  await modules.session.login(owner.email, DEMO_PASSWORD);
  const isHere = () => modules.pageStore.get(modules.session.sessionAtom).user?.user_id === owner.id;
  await until(isHere, 'the merchant is logged in');

  const rows = () => modules.pageStore.get(modules.pending.pendingAtom);
  const decisions = () => modules.pageStore.get(modules.pending.trayAtom).decisions;
  /** A request from another device of the merchant. */
  const elsewhere = async <T>(method: string, path: string, options: { body?: unknown; version?: number } = {}) => {
    const { body, version } = options;
    const headers: Record<string, string> = version === undefined ? {} : { 'If-Match': `"${version}"` };
    const ask = () => market.inject<T>(method, `/api${path}`, { token, body, headers });
    const answer = await ask();
    if (answer.status !== 401) return answer;
    // A long run outlives a token, and changes the address of the account.
    const [account] = await market.db.select().from(users).where(eq(users.id, owner.id));
    token = await market.login(account?.email ?? '');
    return ask();
  };

  /** The list of the page follows the device a moment later. */
  const onDevice = async () => (await modules.ready()).local.db.outbox.toArray();

  async function drain(): Promise<void> {
    await (await modules.ready()).drain({ eager: true });
    const isKnown = async () => rows().length === (await onDevice()).length;
    // Without a network, what a closed page was sending stays in flight until the network is back.
    const isAnswered = () => !page.network.up || rows().every(({ state }) => state !== 'inflight');
    await until(async () => (await isKnown()) && isAnswered(), 'nothing is on its way');
  }

  async function open<V extends FieldValues>({ definition, refusal }: ShownForm<V>): Promise<OpenForm<V>> {
    const options = async () => ({
      ...(await definition()),
      endOf: (id: string) => modules.pageStore.get(modules.pending.endsAtom).get(id),
      onRefusalShown: () => {},
    });
    const first = await options();
    const form = createFormControl<V>({ defaultValues: first.source.values as DefaultValues<V> });
    form.subscribe({ formState: { values: true, errors: true }, callback: () => {} });
    const life = new modules.forms.OfflineForm<V>(form, first);
    const leave = life.start();
    const draw = async () => {
      life.update(await options());
      const refused = await refusal?.();
      if (refused) life.restore(refused);
    };
    await draw();
    return {
      life,
      draw,
      leave,
      values: () => structuredClone(form.getValues()),
      type: (field, value) => form.setValue(field, value, { shouldDirty: true }),
      errorOf: (field) => form.getFieldState(field).error?.message,
    };
  }

  return {
    market,
    network: page.network,
    storeId,
    ownerId: owner.id,
    elsewhere,
    open,
    rows,
    decisions,
    /** Writes refused after they were pending, as recognized by `askedBy`. */
    refused: <A>(askedBy: (content: CommandContent) => A | null) => modules.pending.lateRefusal(decisions(), askedBy),
    get modules() {
      return modules;
    },
    /** One attempt to send pending writes. */
    drain,
    /** Sends pending writes until only those with a decision are left. */
    async sendAll() {
      await until(async () => {
        await drain();
        const waiting = await onDevice();
        const isHeldUp = (row: Cmd) => {
          const inLane = waiting.filter(({ lane }) => lane === row.lane);
          return row.state === 'parked' || laneOrder(inLane).blockedBy.get(row.id)?.state === 'parked';
        };
        return waiting.every(isHeldUp) && rows().length === waiting.length;
      }, 'what can go has gone');
      await until(async () => {
        const { db } = (await modules.ready()).local;
        const parked = (await db.outbox.toArray()).filter(({ parkedFor }) => parkedFor === 'conflict');
        const over = (await db.journal.toArray()).filter(({ dismissed, causedBy }) => dismissed === 0 && !causedBy);
        return decisions().length === parked.length + over.length;
      }, 'what wants a decision is listed');
    },
    /** Dismisses refused writes, discards those with a decision, sends the rest. */
    async clear() {
      await until(async () => {
        for (const { id, tone } of decisions()) {
          const { decide, dismissWrite } = modules.actions;
          await (tone === 'conflict' ? decide(id, 'theirs') : dismissWrite(id));
        }
        await drain();
        return (await onDevice()).length + rows().length + decisions().length === 0;
      }, 'nothing waits, and nothing wants a decision');
    },
    /** Reloads the page; the tab and the device stay. */
    async reload() {
      const sync = await modules.ready();
      modules.stopFollowingOwner();
      sync.stop();
      sync.local.db.close();
      openDocument();
      vi.resetModules();
      modules = await loadModules();
      await modules.ready();
      await until(isHere, 'the merchant is here again');
      await until(() => modules.pageStore.get(modules.pending.trayAtom).ready, 'what waits is known');
    },
    async close() {
      const sync = await modules.ready();
      sync.stop();
      // The next scene gets a new device.
      await Promise.all(sync.local.db.tables.map((table) => table.clear()));
      await market.close();
    },
  };
}
export type FormScene = Awaited<ReturnType<typeof openFormScene>>;
