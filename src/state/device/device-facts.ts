// Device facts: live counts of the data on this device.
// Guarantee: counts only, of the current owner; never sent.
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { draftCount } from '#db/drafts.ts';
import { clearHistory, viewedProductCount } from '#db/history.ts';
import type { Owner } from '#db/rows.ts';
import type { Sync } from '#sync/sync.ts';
import { getEngine, getSync } from '../page/engine-port.ts';
import { type Persistence, persistenceState } from './persistence.ts';

export interface DeviceFacts {
  /** At most 100. */
  viewedProducts: number;
  /** Unsent forms. */
  drafts: number;
  /** Private answers that can be read without a network. */
  cachedAnswers: number;
  persistence: Persistence;
  /** Bytes used by the site; null if the browser does not report it. */
  usage: number | null;
}

interface Opened {
  sync: Sync;
  owner: Owner;
}

/** Null while loading, and without storage. */
export function useDeviceFacts(): DeviceFacts | null {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [usage, setUsage] = useState<number | null>(null);
  useEffect(() => {
    let left = false;
    getSync()
      .then(async (sync) => ({ sync, owner: await sync.currentOwner() }))
      .then((both) => left || setOpened(both), console.warn);
    navigator.storage
      ?.estimate?.()
      .then(({ usage: bytes }) => left || setUsage(bytes ?? null))
      .catch(console.warn);
    return () => {
      left = true;
    };
  }, []);
  const counts = useLiveQuery(async () => {
    if (!opened) return null;
    const { sync, owner } = opened;
    const { db } = sync.local;
    const [viewedProducts, drafts, cachedAnswers] = await Promise.all([
      viewedProductCount(db),
      draftCount(db, owner),
      sync.cache.count(owner),
    ]);
    return { viewedProducts, drafts, cachedAnswers };
  }, [opened]);
  return counts ? { ...counts, usage, persistence: persistenceState() } : null;
}

/** Clears the view history. */
export async function clearViewHistory(): Promise<void> {
  const sync = await getSync();
  await clearHistory(sync.local.db);
  await (await getEngine()).history.loadHistory();
}
