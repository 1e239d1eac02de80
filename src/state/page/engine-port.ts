// Where every part that works behind the screens finds the sync layer: opened once per page, at the first call.
// Guarantee: when the device gives no storage the person is told, the session stops waiting, and the next call tries again.
import type { Sync } from '#sync/sync.ts';
import { sessionAtom } from '../session/session.ts';
import { tellDevice } from './device-alerts.ts';
import { toast } from './notices.ts';
import { pageStore } from './page-store.ts';

const noStorage = 'Cet appareil ne laisse rien conserver : sans réseau, rien ne pourra attendre.';

let opening: Promise<Sync> | null = null;

/** The sync layer; rejects when the device gives no storage. */
export function ready(): Promise<Sync> {
  opening ??= openEngine().catch((failure: unknown) => {
    opening = null;
    pageStore.set(sessionAtom, (session) => ({ ...session, ready: true }));
    // What a newer version has written is there, and only that version can read it.
    if ((failure as { name?: string }).name === 'DatabaseTooNew') tellDevice('newer');
    else toast(noStorage, 'error');
    throw failure;
  });
  return opening;
}

/** Loaded here and not imported: the engine itself uses the parts that wait for it. */
async function openEngine(): Promise<Sync> {
  const { open } = await import('#engine/open.ts');
  return open();
}
