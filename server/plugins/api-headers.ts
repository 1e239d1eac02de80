// Headers of every answer of the API, refusals and failures included: where its documentation is, and `X-Api: 1`, so that a
// client can tell it from the page of a captive portal.
import type { FastifyInstance } from 'fastify';
import type { Env } from '../runtime/env.ts';

/** Where the API is, on this site. */
export const API = '/api';

const HYDRA = 'http://www.w3.org/ns/hydra/core#';

/** Where the API is, such as 'https://etal.example/api'. */
export const apiOrigin = ({ publicUrl }: Pick<Env, 'publicUrl'>) => publicUrl.replace(/\/$/, '') + API;
export const documentationUrl = (origin: string) => `${origin}/docs.jsonld`;

function documentationLinks(env: Pick<Env, 'publicUrl'>): string {
  const origin = apiOrigin(env);
  return [
    `<${documentationUrl(origin)}>; rel="${HYDRA}apiDocumentation"`,
    `<${origin}/docs.json>; rel="service-desc"; type="application/json"`,
  ].join(', ');
}

/** Of every answer, by name. */
export const apiHeaders = (env: Pick<Env, 'publicUrl'>) => ({ 'x-api': '1', link: documentationLinks(env) });

/** Called before the hooks that may refuse: those of the whole server run before those of the API. */
export function setApiHeaders(app: FastifyInstance, env: Pick<Env, 'publicUrl'>): void {
  const headers = apiHeaders(env);
  app.addHook('onRequest', async ({ url }, reply) => {
    if (/^\/api(?:[/?]|$)/.test(url)) reply.headers(headers);
  });
}
