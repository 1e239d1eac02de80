// What happens behind the first view, once it is painted and the page is idle.
import { askDevicePosition } from '#state/position.ts';
import { startEngine } from '#state/start.ts';
import { loadFonts } from '#ui/fonts.ts';

const registerServiceWorker = async () => (await import('./service-worker-client.ts')).registerServiceWorker();

export async function startBehindTheScenes(): Promise<void> {
  askDevicePosition();
  const started = await Promise.allSettled([startEngine(), registerServiceWorker(), loadFonts()]);
  for (const one of started) if (one.status === 'rejected') console.error(one.reason);
}
