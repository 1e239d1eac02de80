// What the root element tells about this market: where its API is, and the public keys that verify its tokens.
// Set once, before the first render; nothing here is a secret.

export interface PageSettings {
  /** '/api', or the whole address of another back end. */
  apiEndpoint: string;
  /** JSON Web Keys (or PEM texts) of the market. */
  jwtKeys: (JsonWebKey | string)[];
  /** Names the build; stored rows carry it. */
  buildId: string;
}

let settings: PageSettings = { apiEndpoint: '/api', jwtKeys: [], buildId: 'development' };

export const pageSettings = () => settings;
export function setPageSettings(given: PageSettings): void {
  settings = given;
}
