// Page settings from the root element: API address and public keys of the market.
// Set once, before the first render; nothing here is secret.

export interface PageSettings {
  /** '/api', or the whole address of another back end. */
  apiEndpoint: string;
  /** JSON Web Keys (or PEM texts) of the market. */
  jwtKeys: (JsonWebKey | string)[];
  /** Build id; stored rows carry it. */
  buildId: string;
}

let settings: PageSettings = { apiEndpoint: '/api', jwtKeys: [], buildId: 'development' };

export const pageSettings = () => settings;
export function setPageSettings(given: PageSettings): void {
  settings = given;
}
