// The page's API client, pointed at this market before anything is asked. The engine replaces it by the same client with
// the session's token; whoever imports `call` from here gets the one in force.
import { type ApiAnswer, type CallOptions, call, configureApi } from '#api/client.ts';
import type { EndpointAnswer, EndpointArguments, EndpointName } from '#contract/registry.ts';
import { pageSettings } from '#state/page/settings.ts';
import { asOwner } from '#sync/session/credentials.ts';
import type { Sync } from '#sync/sync.ts';

let reached: boolean | null = null;
configureApi({
  endpoint: pageSettings().apiEndpoint,
  heard: (evidence) => {
    reached = evidence.reached;
  },
});

/** What the reads of the first screen learned of the network before anyone listened; null when they learned nothing. */
export const heardFirst = () => reached;

export { call };

/** In the name of the session. */
export const callAsUser = <N extends EndpointName>(
  { api, session }: Sync,
  name: N,
  args: EndpointArguments<N>,
  options: CallOptions = {},
): Promise<ApiAnswer<EndpointAnswer<N>>> =>
  asOwner(session.credentials, session.owner(), (token) => api.call(name, args, { ...options, token }));
