// Leaves out of the browser's bundle what libraries bring along and nobody here uses. Guarantee: a version of a library that no
// longer has what is left out of it, or begins to need it, fails the build instead of growing it unseen.
import { fileURLToPath } from 'node:url';
import type { Alias, Plugin } from 'vite';

const inPackage = (path: string) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

/**
 * The router ships its development build by default, with its warnings; Dexie one file of everything for browsers of 2015, where
 * the modern one is written in modules that a bundler can choose from, and Workbox its part for pages in the language of then.
 */
export const libraries: Alias[] = [
  { find: /^react-router$/, replacement: inPackage('react-router/dist/production/index.mjs') },
  { find: /^dexie$/, replacement: inPackage('dexie/dist/modern/dexie.mjs') },
  { find: /^workbox-window$/, replacement: inPackage('workbox-window/build/workbox-window.prod.mjs') },
];

/** Each piece is there once, or the library is not the one this was written for. */
function replaced(code: string, changes: readonly (readonly [piece: string, by: string])[], file: string): string {
  return changes.reduce((left, [piece, by]) => {
    const parts = left.split(piece);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${piece.trim()}`);
    return parts.join(by);
  }, code);
}

/** The same with nothing in their place. */
export const without = (code: string, pieces: readonly string[], file: string): string =>
  replaced(
    code,
    pieces.map((piece) => [piece, ''] as const),
    file,
  );

/**
 * Addresses are drawn by what stands in `<Routes>`: no route loads its data, catches errors or has an address of a framework, so
 * that no link fetches ahead by itself.
 */
const plainRoutes = [
  ['let dataRouterState = dataRouterOpts?.state;', 'let dataRouterState = void 0;'],
  ['RenderErrorBoundary.contextType = RSCRouterContext;', ''],
  ['isDataRoute ? useNavigateStable() : useNavigateUnstable()', 'useNavigateUnstable()'],
  [
    'let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(\n      prefetch,\n      rest\n    );',
    '',
  ],
  ['          ...prefetchHandlers,\n', ''],
  ['mergeRefs(forwardedRef, prefetchRef)', 'forwardedRef'],
  [
    'shouldPrefetch && !isAbsolute ? /* @__PURE__ */ React10.createElement(React10.Fragment, null, link, /* @__PURE__ */ React10.createElement(PrefetchPageLinks, { page: href })) : link',
    'link',
  ],
] as const;

/** Forms, scroll keeper and server parts that nobody here uses stay in the bundle unless the bundler hears that making them does nothing. */
export const leanRouter: Plugin = {
  name: 'etal:lean-router',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\/production\/[^/]+\.mjs$/ },
    handler(code, id) {
      const plain = code.includes('function _renderMatches(') ? replaced(code, plainRoutes, id) : code;
      return plain
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1');
    },
  },
};

/** Writes are the outbox's, and no list here grows by pages: what the query client brings along for both is left out. */
export const leanQuery: Plugin = {
  name: 'etal:lean-query',
  apply: 'build',
  transform: {
    filter: { id: /\/query-core\/build\/modern\/(mutationCache|infiniteQueryBehavior)\.js$/ },
    handler: (_, id) =>
      id.endsWith('mutationCache.js')
        ? 'export class MutationCache { findAll() { return []; } clear() {} async resumePausedMutations() {} }'
        : 'export const infiniteQueryBehavior = undefined, hasNextPage = undefined, hasPreviousPage = undefined;',
  },
};

/** Shapes are looked at in one direction, at once, and by nobody else's rules. */
const oneWay: Record<string, readonly string[]> = {
  'core/schemas.js': [
    '    get "~standard"() {\n        return util.hide(this, "~standard", standardProps(this));\n    },\n',
    '    set "~standard"(value) {\n        util.own(this, "~standard", value);\n    },\n',
    '            if (ctx.direction === "backward") {\n                // run canary initial pass (no checks)\n                const canary = inst._zod.parse({ value: payload.value, issues: [] }, { ...ctx, skipChecks: true });\n                if (canary instanceof Promise) {\n                    return canary.then((canary) => {\n                        return handleCanaryResult(canary, payload, ctx);\n                    });\n                }\n                return handleCanaryResult(canary, payload, ctx);\n            }\n',
  ],
  'mini/schemas.js': [
    '    parseAsync(data, params) {\n        return parse.parseAsync(this, data, params, { callee: this.parseAsync });\n    },\n',
    '    safeParseAsync(data, params) {\n        return parse.safeParseAsync(this, data, params);\n    },\n',
  ],
};

/** What encodes, waits for other programs' checks, or speaks for other libraries' is left out of the checks of shapes. */
export const leanZod: Plugin = {
  name: 'etal:lean-zod',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/(core|mini)\/schemas\.js$/ },
    handler: (code, id) => without(code, oneWay[id.split('/').slice(-2).join('/')] ?? [], id),
  },
};
