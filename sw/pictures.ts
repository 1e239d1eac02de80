// Pictures of the market: the kept one, else the network's, else the same picture in another size, else none at all, and
// soon. Guarantee: a picture never keeps a connection of a silent network from what matters more; the page draws a calm
// ground with the words in place of one that is not there.
import { believedSilent, patienceMs } from './network.ts';
import { cacheNames } from './runtime-caches.ts';

interface PictureTurn {
  request: Request;
  /** The usual way: what is kept, else the network, kept for the next time. */
  usual(): Promise<Response>;
  now(): number;
  wait(ms: number): Promise<void>;
}

/** '/media/images/0b77…-480_outbound.webp' → '/media/images/0b77…-': what all sizes of a picture share. */
function stemOf(address: string): string | null {
  return /^(.*\/media\/images\/[^/]+-)\d+_[a-z]+\.\w+$/.exec(address)?.[1] ?? null;
}

async function otherSize(address: string): Promise<Response | undefined> {
  const stem = stemOf(address);
  if (stem === null) return undefined;
  const cache = await caches.open(cacheNames.images);
  const found = (await cache.keys()).find(({ url }) => url.startsWith(stem));
  return found && cache.match(found);
}

export async function picture({ request, usual, now, wait }: PictureTurn): Promise<Response> {
  const kept = await (await caches.open(cacheNames.images)).match(request);
  if (kept) return usual();
  if (believedSilent(now())) return (await otherSize(request.url)) ?? Response.error();
  const network = usual().catch(() => null);
  const first = await Promise.race([network, wait(patienceMs).then(() => null)]);
  if (first) return first;
  return (await otherSize(request.url)) ?? (await network) ?? Response.error();
}
