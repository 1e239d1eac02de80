// What happens behind the first view, once it is painted and the page is idle.
import { askDevicePosition } from '#state/device/geolocation.ts';
import { tellSettled } from './loading/idle.ts';
import { startEngine } from './start-engine.ts';

/** An installation that takes longer is not waited for, milliseconds. */
const installedWithinMs = 20_000;

/** They come with the installation, so that a first visit does not fetch them beside it; at once where it is done. */
async function install(): Promise<void> {
  const isDone = Boolean(navigator.serviceWorker?.controller);
  const patience = new Promise((resolve) => setTimeout(resolve, isDone ? 0 : installedWithinMs));
  const installing = import('./installation/service-worker-client.ts').then(({ registerServiceWorker }) =>
    registerServiceWorker(),
  );
  const rest = Promise.race([patience, installing.catch(() => undefined)]).then(tellSettled);
  await Promise.all([installing, rest]);
}

export async function startBehindTheScenes(): Promise<void> {
  askDevicePosition();
  const started = await Promise.allSettled([startEngine(), install()]);
  for (const one of started) if (one.status === 'rejected') console.error(one.reason);
}
