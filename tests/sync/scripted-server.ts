// Scripted server for answers that no real server gives on demand: failures in a row, pauses, unusual refusals. Effects
// are tested against the real server.
import type { Injectable } from '../support/network.ts';

export interface Scripted {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ScriptedServer extends Injectable {
  /** Answers by path prefix, the longest first; a function is called each time. */
  answers: Record<string, Scripted | (() => Scripted)>;
  requests: { method: string; url: string; headers: Record<string, string>; body: string }[];
}

export const refusal = (status: number, code?: string, detail?: Record<string, unknown>): Scripted => ({
  status,
  body: { '@type': 'hydra:Error', 'hydra:title': `${status}`, 'hydra:description': `${status}`, code, detail },
});

export function scriptedServer(answers: ScriptedServer['answers'] = {}): ScriptedServer {
  const server: ScriptedServer = {
    answers,
    requests: [],
    async inject({ method, url, headers, payload = '' }) {
      server.requests.push({ method, url, headers, body: payload.toString() });
      const prefix = Object.keys(server.answers)
        .filter((one) => url.startsWith(one))
        .sort((a, b) => b.length - a.length)[0];
      const found = prefix === undefined ? undefined : server.answers[prefix];
      const { status, body, headers: more = {} } = (typeof found === 'function' ? found() : found) ?? refusal(404);
      const type = { 'content-type': 'application/ld+json', 'x-api': '1', ...more };
      return { statusCode: status, headers: type, payload: body === undefined ? '' : JSON.stringify(body) };
    },
  };
  return server;
}
