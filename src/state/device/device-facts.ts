// What this device keeps, for whoever wants to know: followed live, so that what is shown is what is there.
// Guarantee: counts only, of the present owner; nothing here is ever sent.
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { draftCount } from '#db/drafts.ts';
import { forgetHistory, seenCount } from '#db/history.ts';
import type { Owner } from '#db/rows.ts';
import type { Sync } from '#sync/sync.ts';
import { engine, ready } from '../page/engine-port.ts';
import { type Persistence, persistence } from './persistence.ts';

export interface DeviceFacts {
  /** Products looked at, at most 100. */
  seen: number;
  /** Forms begun and not sent. */
  drafts: number;
  /** Private answers that can be read without a network. */
  kept: number;
  persistence: Persistence;
  /** Bytes that all of the market takes here; null where the browser does not say. */
  usage: number | null;
}

interface Opened {
  sync: Sync;
  owner: Owner;
}

/** Null until the device was asked, and where it keeps nothing. */
export function useDeviceFacts(): DeviceFacts | null {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [usage, setUsage] = useState<number | null>(null);
  useEffect(() => {
    let left = false;
    ready()
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
    const [seen, drafts, kept] = await Promise.all([seenCount(db), draftCount(db, owner), sync.cache.count(owner)]);
    return { seen, drafts, kept };
  }, [opened]);
  return counts ? { ...counts, usage, persistence: persistence() } : null;
}

/** Forgets what was looked at on this device. */
export async function forgetSeen(): Promise<void> {
  const sync = await ready();
  await forgetHistory(sync.local.db);
  await (await engine()).history.load();
}
