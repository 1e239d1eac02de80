// The service worker as the browser handles it: woken when the network is back, stopped when it pleases.
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

export interface WorkerTools {
  /** What Chromium does by itself when the network returns: the sync event that the app has asked for. */
  wake(): Promise<void>;
  stop(): Promise<void>;
}

/** How Chromium calls the worker of this origin, and the session that commands it. */
export async function commandedWorker(page: Page, origin: string) {
  const devtools = await page.context().newCDPSession(page);
  let registrationId = '';
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId =
      registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))?.registrationId ?? registrationId;
  });
  await devtools.send('ServiceWorker.enable');
  await expect.poll(() => registrationId).not.toBe('');
  return { devtools, registrationId };
}

/** `page` may be anywhere; `origin`: where the app is. */
export async function workerTools(page: Page, origin: string): Promise<WorkerTools> {
  const { devtools, registrationId } = await commandedWorker(page, origin);
  return {
    async wake() {
      await devtools.send('ServiceWorker.dispatchSyncEvent', {
        origin,
        registrationId,
        tag: 'outbox',
        lastChance: false,
      });
    },
    async stop() {
      await devtools.send('ServiceWorker.stopAllWorkers');
    },
  };
}
