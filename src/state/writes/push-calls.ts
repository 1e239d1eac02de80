// Asks the server for what telling a device of new orders takes. These calls stand beside the registry: they come with the
// back office. Guarantee: an answer that is not ours, or none, is a network that is away.
import { errorOfReply } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { mediaType } from '#contract/hydra.ts';
import { pushSubscriptions } from '#contract/push-subscriptions.ts';
import { asOwner } from '#sync/session/credentials.ts';
import { ready } from '../page/engine-port.ts';

type Calls = typeof pushSubscriptions;

/** @param id of the shop or the subscription that the path names */
export async function askOfPushes<N extends keyof Calls>(
  name: N,
  id: string,
  body?: unknown,
): Promise<AnswerOf<Calls[N]>> {
  const { api, session } = await ready();
  const { method, path, answer }: Endpoint = pushSubscriptions[name];
  const headers: Record<string, string> = { Accept: mediaType };
  if (body) headers['Content-Type'] = mediaType;
  const request = { method, path: path.replace(':id', id), headers, body: body ? JSON.stringify(body) : null };
  return asOwner(session.credentials, session.owner(), async (token) => {
    const reply = await api.transmit(request, { token });
    if (!reply.ours) throw new ApiError('offline', 'Réponse étrangère');
    if (reply.status >= 400) throw errorOfReply(reply);
    return answer?.parse(reply.body) as AnswerOf<Calls[N]>;
  });
}
