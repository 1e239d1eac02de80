// Serves pictures of the market: the kept one, else the network's, else the same picture in another size, else none at all,
// and soon. Guarantee: a picture never keeps a connection of a silent network from what matters more; the page draws a calm
// ground with the words in place of one that is not there.
import { PATIENCE_MS } from '#contract/kept-answers.ts';
import { believedSilent } from './network.ts';
import { fetchFor, onShelf, pictureShelf } from './shelves.ts';
import { takenPicture } from './taken-shelf.ts';

interface PictureTurn {
  request: Request;
  /** Asks the network and keeps what it gives for the next time. */
  fetch?(request: Request): Promise<Response>;
  now(): number;
  wait(ms: number): Promise<void>;
}

/** What a picture that was taken along may be there in, the best for any place first. */
const sizes = ['480_outbound', '720_inset', '480_inset', '1080_inset', '240_inset'];

/** '/media/images/0b77…-480_outbound.webp' → '/media/images/0b77…-': what all sizes of a picture share. */
function stemOf(address: string): string | null {
  return /^(.*\/media\/images\/[^/]+-)\d+_[a-z]+\.\w+$/.exec(address)?.[1] ?? null;
}

async function otherSize(address: string): Promise<Response | null> {
  const stem = stemOf(address);
  if (stem === null) return null;
  const taken = await takenPicture(sizes.map((size) => `${stem}${size}.webp`));
  if (taken) return taken;
  const cache = await caches.open(pictureShelf.name);
  for (const found of await cache.keys()) {
    const picture = found.url.startsWith(stem) && (await onShelf(pictureShelf, found));
    if (picture) return picture;
  }
  return null;
}

const fetchPicture = (request: Request) => fetchFor(pictureShelf, request);

export async function picture({ request, fetch = fetchPicture, now, wait }: PictureTurn): Promise<Response> {
  const kept = (await onShelf(pictureShelf, request)) ?? (await takenPicture([request.url]));
  if (kept) return kept;
  if (believedSilent(now())) return (await otherSize(request.url)) ?? Response.error();
  const network = fetch(request).catch(() => null);
  const first = await Promise.race([network, wait(PATIENCE_MS).then(() => null)]);
  if (first) return first;
  return (await otherSize(request.url)) ?? (await network) ?? Response.error();
}
