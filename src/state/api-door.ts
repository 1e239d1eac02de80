// The page's API client, pointed at this market before anything is asked. The engine replaces it by the same client with
// the session's token; whoever imports `call` from here gets the one in force.
import { call, configureApi } from '#api/client.ts';
import { pageSettings } from './settings.ts';

configureApi({ endpoint: pageSettings().apiEndpoint });

export { call };
