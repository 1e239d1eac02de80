// The page's API client, pointed at this market before anything is asked. The engine replaces it by the same client with
// the session's token; whoever imports `call` from here gets the one in force.
import { call, configureApi } from '#api/client.ts';
import { pageSettings } from '#state/page/settings.ts';

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
