// What happens behind the first view, once it is painted and the page is idle.
import { askDevicePosition } from '#state/position.ts';
import { startEngine } from '#state/start.ts';
import { loadFonts } from '#ui/fonts.ts';
import { tellSettled } from './idle.ts';

/** The serif and the parts that wait for a tap come with the installation: a first visit does not fetch them beside it. */
async function install(): Promise<void> {
  try {
    await (await import('./service-worker-client.ts')).registerServiceWorker();
  } finally {
    tellSettled();
    await loadFonts();
  }
}

export async function startBehindTheScenes(): Promise<void> {
  askDevicePosition();
  const started = await Promise.allSettled([startEngine(), install()]);
  for (const one of started) if (one.status === 'rejected') console.error(one.reason);
}
