// Calls of endpoints outside the registry, which load with their page.
// Guarantee: an untrusted or missing answer is an 'offline' error.
import { errorOfReply } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { mediaType } from '#contract/wire/hydra.ts';
import { isServerUnreachable } from '#domain/call-failure.ts';
import { callAsOwner } from '#sync/session/credentials.ts';
import { getSync } from '../page/engine-port.ts';

/**
 * @param id value of `:id` in the path
 * @param idempotencyKey the same for each attempt of one write
 * @throws ApiError
 */
export async function callEndpoint<E extends Endpoint>(
  endpoint: E,
  id: string,
  body?: unknown,
  query?: Record<string, string>,
  idempotencyKey?: string,
): Promise<AnswerOf<E>> {
  const { api, session } = await getSync();
  const { method, path, answer }: Endpoint = endpoint;
  const headers: Record<string, string> = { Accept: mediaType };
  if (body) headers['Content-Type'] = mediaType;
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
  const search = query ? `?${new URLSearchParams(query)}` : '';
  const request = { method, path: path.replace(':id', id) + search, headers, body: body ? JSON.stringify(body) : null };
  return callAsOwner(session.credentials, session.owner(), async (token) => {
    const reply = await api.transmit(request, { token });
    if (!reply.isTrusted) throw new ApiError('offline', 'Réponse étrangère');
    if (reply.status >= 400) throw errorOfReply(reply);
    return answer?.parse(reply.body) as AnswerOf<E>;
  });
}

export type CallFailure =
  | { outcome: 'offline' }
  | { outcome: 'refused'; message: string; violations: readonly Violation[] };

/** Outcome of a failed call. @throws errors that are no answer of the server */
export function callFailure(failure: unknown): CallFailure {
  if (!(failure instanceof ApiError)) throw failure;
  if (isServerUnreachable(failure)) return { outcome: 'offline' };
  const { message, violations } = failure;
  return { outcome: 'refused', message: violations[0]?.message ?? message, violations };
}
