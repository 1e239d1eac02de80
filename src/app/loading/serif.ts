// Brings the brand's serif behind the first view. Guarantee: it is never asked for beside what a first view needs, and no letter
// changes while it is read: from the next page of the app on, and from the first letter of every later document.
import serif from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url';
import { deviceStorage } from '#state/page/web-storage.ts';

/** Read by the script in the document, too (early/face.ts). */
const serifKey = 'etal.serif';

/** Once the page is idle. Without a network it is asked for at the next start. */
export async function bringSerif(): Promise<void> {
  if (deviceStorage.get(serifKey) === serif) return;
  const letters = await new FontFace('serif', `url(${serif})`).load().catch(() => null);
  if (!letters) return;
  deviceStorage.set(serifKey, serif);
  // All that is read is another then. Browsers without it wait for the next document.
  globalThis.navigation?.addEventListener('currententrychange', () => wearSerif(serif, 'swap'), { once: true });
}
