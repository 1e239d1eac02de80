// Engine start: connects the engine to its port and starts it, on idle, on first use (cart page, account), or at once
// if writes are pending.

import { othersEarlyChanges } from '#state/cart/early-changes.ts';
import { getSync, setEngineLoader } from '#state/page/engine-port.ts';
import { localItems } from '#state/page/web-storage.ts';

/** Last known state of this device, readable before the database is open. */
export function hasWaitingWrites(): boolean {
  return localItems.waiting.get() > 0 || othersEarlyChanges().length > 0;
}

export const registerEngine = (): void =>
  setEngineLoader(async () => (await import('#engine/engine.ts')).browserEngine);

export const startEngine = async (): Promise<void> => void (await getSync());
