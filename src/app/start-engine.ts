// Joins what works behind the screens (outbox, replay, session) to its port, and starts it: once on idle; a screen that needs
// it earlier (the cart page, the account) starts it by using it; writes that wait start it at once.

import { arrivals } from '#state/cart/early-additions.ts';
import { fillEnginePort, ready } from '#state/page/engine-port.ts';
import { saved } from '#state/page/web-storage.ts';

/** Whether writes wait, as this device last knew it: readable before any database is open. */
export function writesWait(): boolean {
  return saved.waiting.get() > 0 || arrivals().length > 0;
}

export const joinEngine = (): void => fillEnginePort(async () => (await import('#engine/engine.ts')).engine);

export const startEngine = async (): Promise<void> => void (await ready());
