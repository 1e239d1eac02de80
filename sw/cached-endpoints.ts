// Cached endpoints: the calls that the worker may answer from its cache, derived from the contract.
// Guarantee: only GETs of policy `kept` without a token; calls with effects (`/carts/{id}/order`, `/orders/{id}/pay`)
// and private reads pass untouched.
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, registry } from '#contract/registry.ts';

export const apiPrefix = '/api';

interface CachedEndpoint {
  name: EndpointName;
  pattern: RegExp;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${apiPrefix}${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`);
}

const names = Object.keys(registry) as EndpointName[];
const cachedEndpoints: CachedEndpoint[] = names
  .filter((name) => {
    const { method, offline, access } = registry[name] as Endpoint;
    return method === 'GET' && offline === 'kept' && access === 'public';
  })
  .map((name) => ({ name, pattern: patternOf(registry[name].path) }));

/** Rarely changing data: shown from the cache at once and revalidated. */
const calm: ReadonlySet<EndpointName> = new Set([
  'configurations.list',
  'configurations.synonyms',
  'configurations.mapOutline',
  'pages.list',
  'categories.list',
  'deliveryMethods.byType',
]);

export interface CachedCall {
  name: EndpointName;
  calm: boolean;
}

/** @param path without the query */
export function cachedCallOf(request: { method: string; headers: Headers }, path: string): CachedCall | null {
  if (request.method !== 'GET' || request.headers.has('Authorization')) return null;
  const found = cachedEndpoints.find(({ pattern }) => pattern.test(path));
  return found ? { name: found.name, calm: calm.has(found.name) } : null;
}

export function isCachedEndpoint(name: string): name is EndpointName {
  return cachedEndpoints.some((one) => one.name === name);
}
