// Calls of the contract made in the name of the session.
import type { ApiAnswer, CallOptions } from '#api/client.ts';
import type { EndpointAnswer, EndpointArguments, EndpointName } from '#contract/registry.ts';
import { asOwner } from '#sync/session/credentials.ts';
import type { Sync } from '#sync/sync.ts';

export const callAsUser = <N extends EndpointName>(
  { api, session }: Sync,
  name: N,
  args: EndpointArguments<N>,
  options: CallOptions = {},
): Promise<ApiAnswer<EndpointAnswer<N>>> =>
  asOwner(session.credentials, session.owner(), (token) => api.call(name, args, { ...options, token }));
