// API headers of every answer, refusals and failures included: a link to the documentation, and `X-Api: 1`, which
// distinguishes it from a captive portal's page.
import type { FastifyInstance } from 'fastify';
import type { Env } from '../runtime/env.ts';

/** API path of the site. */
export const API = '/api';

const HYDRA = 'http://www.w3.org/ns/hydra/core#';

/** API address, such as 'https://etal.example/api'. */
export const apiOrigin = ({ publicUrl }: Pick<Env, 'publicUrl'>) => publicUrl.replace(/\/$/, '') + API;
export const documentationUrl = (origin: string) => `${origin}/docs.jsonld`;

function documentationLinks(env: Pick<Env, 'publicUrl'>): string {
  const origin = apiOrigin(env);
  return [
    `<${documentationUrl(origin)}>; rel="${HYDRA}apiDocumentation"`,
    `<${origin}/docs.json>; rel="service-desc"; type="application/json"`,
  ].join(', ');
}

/** Headers by name. */
export const apiHeaders = (env: Pick<Env, 'publicUrl'>) => ({ 'x-api': '1', link: documentationLinks(env) });

/** Registered before hooks that may refuse: server-wide hooks run before those of the API. */
export function setApiHeaders(app: FastifyInstance, env: Pick<Env, 'publicUrl'>): void {
  const headers = apiHeaders(env);
  app.addHook('onRequest', async ({ url }, reply) => {
    if (/^\/api(?:[/?]|$)/.test(url)) reply.headers(headers);
  });
}
