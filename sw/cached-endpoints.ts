// Says which calls the worker may answer from what it keeps: read from the contract, so nothing is listed twice.
// Guarantee: only GETs of policy `kept` and only requests without a token; calls with effects (`/carts/{id}/order`,
// `/orders/{id}/pay`) and private reads go to the network untouched.
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, registry } from '#contract/registry.ts';

export const apiPrefix = '/api';

interface KeptEndpoint {
  name: EndpointName;
  pattern: RegExp;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${apiPrefix}${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`);
}

const names = Object.keys(registry) as EndpointName[];
const kept: KeptEndpoint[] = names
  .filter((name) => {
    const { method, offline, access } = registry[name] as Endpoint;
    return method === 'GET' && offline === 'kept' && access === 'public';
  })
  .map((name) => ({ name, pattern: patternOf(registry[name].path) }));

/** Asked for rarely changing things: shown at once from what is kept, and renewed behind it. */
const calm: ReadonlySet<EndpointName> = new Set([
  'configurations.list',
  'configurations.synonyms',
  'pages.list',
  'categories.list',
  'deliveryMethods.byType',
]);

export interface KeptCall {
  name: EndpointName;
  calm: boolean;
}

/** @param path path of the address, without its query */
export function keptCall(request: { method: string; headers: Headers }, path: string): KeptCall | null {
  if (request.method !== 'GET' || request.headers.has('Authorization')) return null;
  const found = kept.find(({ pattern }) => pattern.test(path));
  return found ? { name: found.name, calm: calm.has(found.name) } : null;
}

export function isKept(name: string): name is EndpointName {
  return kept.some((one) => one.name === name);
}
