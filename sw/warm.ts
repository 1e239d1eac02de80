// What is kept ahead of its first use, so that the second visit needs no network: what filled pages carried, the frame of
// every page, the directory of shops. Guarantee: asks for nothing that is already kept and young, one thing at a time.
import { prepare } from '#api/wire.ts';
import { mediaType } from '#contract/hydra.ts';
import type { EndpointArguments, EndpointName } from '#contract/registry.ts';
import { shippingTypes } from '#contract/values.ts';
import { apiPrefix, isKept } from './kept-endpoints.ts';
import { cacheNames, isKeepable, keepAnswer, keptAtHeader } from './runtime-caches.ts';

const youngMs = 24 * 3_600_000;

interface CarriedAnswer {
  name: string;
  args: unknown;
  answer?: unknown;
}

function isAnswer(value: unknown): value is CarriedAnswer {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}

/** What a filled page carried never went through the worker: it is kept under the address it would have had. */
export async function keepCarried(view: unknown): Promise<void> {
  if (typeof view !== 'object' || view === null || !('at' in view) || !('answers' in view)) return;
  const { at, answers } = view;
  if (typeof at !== 'number' || !Array.isArray(answers)) return;
  for (const one of answers.filter(isAnswer)) {
    if (!isKept(one.name) || one.answer === undefined) continue;
    const { path } = prepare(one.name, one.args as EndpointArguments<EndpointName>);
    const headers = { 'Content-Type': mediaType, 'X-Api': '1', 'Cache-Control': 'public, max-age=0, must-revalidate' };
    await keepAnswer(apiPrefix + path, new Response(JSON.stringify(one.answer), { headers }), at);
  }
}

/** Pictures seen before the worker was there; the browser still has them. */
export async function keepImages(addresses: unknown): Promise<void> {
  if (!Array.isArray(addresses)) return;
  const cache = await caches.open(cacheNames.images);
  for (const address of addresses) {
    if (typeof address !== 'string') continue;
    const url = new URL(address, self.location.href);
    if (url.origin !== self.location.origin || !url.pathname.startsWith('/media/')) continue;
    if (await cache.match(url.href)) continue;
    const response = await fetch(url, { cache: 'force-cache' });
    if (response.ok) await cache.put(url.href, response);
  }
}

const wanted = [
  prepare('configurations.list', {}),
  prepare('categories.list', { query: { 'order[lft]': 'ASC' } }),
  prepare('pages.list', {}),
  prepare('featuredCategories.subset', {}),
  prepare('stores.list', { query: { itemsPerPage: 200 } }),
  ...shippingTypes.map((shippingType) => prepare('deliveryMethods.byType', { params: { shippingType } })),
];

export async function warm(now: number): Promise<void> {
  const cache = await caches.open(cacheNames.answers);
  for (const { path } of wanted) {
    const kept = await cache.match(apiPrefix + path);
    if (kept && now - Number(kept.headers.get(keptAtHeader)) < youngMs) continue;
    const response = await fetch(apiPrefix + path, { headers: { Accept: mediaType } });
    if (isKeepable(response)) await keepAnswer(apiPrefix + path, response, now);
  }
}
