// Operator session: the pair of tokens of this tab, and calls of the administration with them.
// Guarantees: tokens are in this tab only, and end with it; a call is sent with a renewed token after the first one has expired,
// once for all calls at the same time; answers are what the contract says.

import { type TokenPair, tokenPair } from '#contract/account/users.ts';
import {
  type AdministrationAnswer,
  type AdministrationArguments,
  type AdministrationCall,
  administrationRegistry,
} from '#contract/administration/administration-registry.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorBody, mediaType, type Violation } from '#contract/wire/hydra.ts';

const STORED_AS = 'etal-administration';
const API = '/api';

/** A refusal of the server; `status` 0: it did not answer. React-admin reads `status` and `body.errors`. */
export class CallError extends Error {
  override name = 'CallError';
  /** Read by react-admin's forms, which take a failure without any of them for a success. */
  readonly body: { errors: object };
  constructor(
    readonly status: number,
    message: string,
    readonly code?: string,
    readonly violations: readonly Violation[] = [],
  ) {
    super(message);
    const fields = Object.fromEntries(violations.map((one) => [one.propertyPath, one.message]));
    this.body = { errors: violations.length > 0 ? fields : { root: { serverError: message } } };
  }
}

export class OperatorSession {
  private renewing: Promise<void> | null = null;

  private constructor(private pair: TokenPair) {}

  /** @param code one-time or recovery code of an account that has a second factor; it opens the administration */
  static async logIn(login: string, password: string, code?: string): Promise<OperatorSession> {
    const answer = await send('POST', '/login_check', { body: { login, password, code, administration: true } });
    return new OperatorSession(tokenPair.parse(answer));
  }

  /** The one of this tab; null without. */
  static stored(): OperatorSession | null {
    try {
      const pair = tokenPair.safeParse(JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null'));
      return pair.success ? new OperatorSession(pair.data) : null;
    } catch {
      return null;
    }
  }

  store(): void {
    sessionStorage.setItem(STORED_AS, JSON.stringify(this.pair));
  }

  async end(): Promise<void> {
    sessionStorage.removeItem(STORED_AS);
    // The session ends by itself if nobody hears this.
    await send('POST', '/token/revoke', { form: { refresh_token: this.pair.refresh_token } }).catch(() => undefined);
  }

  async call<N extends AdministrationCall>(
    name: N,
    { params, query, body }: Partial<AdministrationArguments<N>> = {},
    file?: File,
  ): Promise<AdministrationAnswer<N>> {
    const { method, path, answer }: Endpoint = administrationRegistry[name];
    const id = (params as { id?: string | number } | undefined)?.id;
    const address = path.replace(':id', encodeURIComponent(String(id))) + searchOf(query ?? {});
    const attempt = () => send(method, address, { body, token: this.pair.token, ...(file && { file }) });
    const received = await attempt().catch(async (error: unknown) => {
      if (!(error instanceof CallError) || error.status !== 401) throw error;
      await this.renew(error);
      return attempt();
    });
    return (answer ? answer.parse(received) : undefined) as AdministrationAnswer<N>;
  }

  private renew(expired: CallError): Promise<void> {
    this.renewing ??= send('POST', '/token/refresh', { form: { refresh_token: this.pair.refresh_token } })
      .then((answer) => {
        this.pair = tokenPair.parse(answer);
        if (sessionStorage.getItem(STORED_AS) !== null) this.store();
      })
      .catch((error: unknown) => {
        throw error instanceof CallError && error.status === 0 ? error : expired;
      })
      .finally(() => {
        this.renewing = null;
      });
    return this.renewing;
  }
}

const isGiven = ([, value]: [string, unknown]) => value !== undefined && value !== null && value !== '';
function searchOf(query: object): string {
  const given = Object.entries(query).filter(isGiven);
  return given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : '';
}

interface Sent {
  body?: unknown;
  /** Sent as multipart. */
  file?: File;
  form?: Record<string, string>;
  token?: string;
}

/** Keys of writes whose outcome is unknown: sent again unchanged, they are done once. */
const unanswered = new Map<string, string>();

/** @throws CallError */
async function send(method: string, address: string, { body, file, form, token }: Sent): Promise<unknown> {
  const headers: Record<string, string> = { Accept: mediaType };
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined && !file) headers['Content-Type'] = mediaType;
  const write = `${method} ${address} ${JSON.stringify(body)}`;
  const key = (!file && unanswered.get(write)) || crypto.randomUUID();
  if (method !== 'GET' && token !== undefined) {
    headers['Idempotency-Key'] = key;
    if (!file) unanswered.set(write, key);
  }
  const upload = file && multipart(file);
  const sent = upload ?? (form ? new URLSearchParams(form) : body === undefined ? null : JSON.stringify(body));
  const reply = await fetch(API + address, { method, headers, body: sent, cache: 'no-store' }).catch(() => null);
  if (reply && reply.status < 500) unanswered.delete(write);
  if (!reply) throw new CallError(0, 'Le réseau ne répond pas\u00a0: réessayez dès son retour.');
  const received: unknown = reply.status === 204 ? undefined : await reply.json().catch(() => undefined);
  if (reply.ok) return received;
  const refusal = errorBody.safeParse(received);
  if (!refusal.success) throw new CallError(reply.status, 'Le serveur n’a pas pu répondre\u00a0: réessayez.');
  const { code, violations = [], 'hydra:description': message } = refusal.data;
  throw new CallError(reply.status, violations[0]?.message ?? message, code, violations);
}

function multipart(file: File): FormData {
  const parts = new FormData();
  parts.set('data[0]', '{}');
  parts.set('file[0]', file);
  return parts;
}
