// The page's API client, configured for this market before the first call.
// The engine replaces it with a client that sends the session's token; `call` always uses the current one.
import { type ApiAnswer, type CallOptions, call, configureApi } from '#api/client.ts';
import type { EndpointAnswer, EndpointArguments, EndpointName } from '#contract/registry.ts';
import { pageSettings } from '#state/page/settings.ts';
import { callAsOwner } from '#sync/session/credentials.ts';
import type { Sync } from '#sync/sync.ts';

let reached: boolean | null = null;
configureApi({
  endpoint: pageSettings().apiEndpoint,
  heard: (evidence) => {
    reached = evidence.reached;
  },
});

/** Result of the first reads, before connectivity was followed; null without one. */
export const firstEvidence = () => reached;

export { call };

/** Calls with the session's token. */
export const callAsUser = <N extends EndpointName>(
  { api, session }: Sync,
  name: N,
  args: EndpointArguments<N>,
  options: CallOptions = {},
): Promise<ApiAnswer<EndpointAnswer<N>>> =>
  callAsOwner(session.credentials, session.owner(), (token) => api.call(name, args, { ...options, token }));
