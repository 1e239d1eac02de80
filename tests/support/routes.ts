// The routes of a server, parsed from Fastify's listing.
import type { FastifyInstance } from 'fastify';

/** Each as 'METHOD /whole/path', without the automatic HEAD routes. */
export function apiRoutes(app: FastifyInstance): string[] {
  const above: string[] = [];
  const all = app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^(.*?)[├└]── (\S+) \(([A-Z, ]+)\)/.exec(line);
      if (!found) return [];
      const [, indent = '', segment = '', methods = ''] = found;
      const depth = indent.length / 4;
      above.length = depth;
      above.push(segment);
      const path = above.join('');
      return methods.split(', ').map((method) => `${method} ${path}`);
    });
  return all.filter((route) => route.includes(' /api') && !route.startsWith('HEAD '));
}
