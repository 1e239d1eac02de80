// The waiting writes of the present owner, as the outbox holds them, and how they change what is shown.
// Empty until the outbox is open; filled and refreshed by the engine. Guarantee: the counts shown anywhere are the lengths
// of these lists.
import { atom, useAtomValue } from 'jotai';
import type { StoreOrder } from '#contract/orders.ts';
import type { Cmd } from '#db/rows.ts';

export const pendingAtom = atom<Cmd[]>([]);

/** The outbox's own rule for a store order, once its code is there. */
export type ProjectStoreOrder = (order: StoreOrder, rows: Cmd[]) => StoreOrder;
export const projectStoreOrderAtom = atom<{ project: ProjectStoreOrder } | null>(null);

/** One line of the list of what waits. */
export interface WaitingWrite {
  id: string;
  /** 'Ajouter 2 × « Brie » au panier' */
  sentence: string;
  /** Why it does not go by itself; null while it only waits for the network. */
  problem: string | null;
}

/** One line of the list of what was refused, or went through otherwise than asked. */
export interface SettledNotice {
  id: string;
  /** What it was about: 'storeOrder:5001'. */
  lane: string;
  sentence: string;
  message: string;
  refused: boolean;
}

export interface Tray {
  waiting: WaitingWrite[];
  notices: SettledNotice[];
}
export const trayAtom = atom<Tray>({ waiting: [], notices: [] });
export const useTray = () => useAtomValue(trayAtom);

const engine = () => import('./engine.ts');
/** Asks a write that stopped to go again. */
export const retryWrite = async (id: string) => (await engine()).retryWrite(id);
/** Gives up a waiting write; one that may have reached the server is undone once its outcome is known. */
export const discardWrite = async (id: string) => (await engine()).discardWrite(id);
export const dismissNotice = async (id: string) => (await engine()).dismissNotice(id);
/** Tries to send everything now; true once nothing of the owner waits. */
export const flushWrites = async () => (await engine()).flushWrites();
