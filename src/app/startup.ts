// Startup tasks after the first view, when the page is idle.
import { askDevicePosition } from '#state/device/geolocation.ts';
import { pageSettings } from '#state/page/settings.ts';
import { markSettled } from './loading/idle.ts';
import { startEngine } from './start-engine.ts';

/** Time limit of the installation, milliseconds. */
const installTimeoutMs = 20_000;

/** Other code loads with the installation, so that a first visit fetches each file once; at once if it is installed. */
async function install(): Promise<void> {
  const isDone = Boolean(navigator.serviceWorker?.controller);
  const timeout = new Promise((resolve) => setTimeout(resolve, isDone ? 0 : installTimeoutMs));
  const installing = import('./installation/service-worker-client.ts').then(({ registerServiceWorker }) =>
    registerServiceWorker(),
  );
  const rest = Promise.race([timeout, installing.catch(() => undefined)]).then(markSettled);
  await Promise.all([installing, rest]);
}

async function reportLaterErrors(): Promise<void> {
  const { reportErrors } = await import('#api/error-reports.ts');
  reportErrors(pageSettings().apiEndpoint, pageSettings().buildId);
}

export async function startInBackground(): Promise<void> {
  askDevicePosition();
  const started = await Promise.allSettled([startEngine(), install(), reportLaterErrors()]);
  for (const one of started) if (one.status === 'rejected') console.error(one.reason);
}
