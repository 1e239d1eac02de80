// Starts what works behind the screens: outbox, replay, session. Called once on idle; a screen that needs it earlier (the
// cart page, the account) starts it by using it; writes that wait start it at once.

import { deviceStorage, waitingKey } from '#state/page/web-storage.ts';
import { arrivals } from '#state/writes/arrivals.ts';

/** Whether writes wait, as this device last knew it: readable before any database is open. */
export function writesWait(): boolean {
  return Number(deviceStorage.get(waitingKey) ?? 0) > 0 || arrivals().length > 0;
}

export const startEngine = async (): Promise<void> => (await import('#engine/launch.ts')).launch();
