// Messages about the device's position.
import type { DevicePosition } from './geolocation.ts';

/** By code of the Geolocation API. */
const NOT_FOUND: Record<number, string> = {
  1: 'Votre position n’est pas partagée avec ce site. Choisissez une ville, ou autorisez la position dans les réglages du navigateur.',
  3: 'Votre position tarde à arriver. Choisissez une ville, ou réessayez dans un instant.',
};
const NOT_AVAILABLE = 'Votre appareil n’a pas pu donner sa position. Choisissez une ville.';
const ASKING = 'Recherche de votre position…';

/** Empty if the position is known or was not requested. */
export function positionMessage(position: DevicePosition): string {
  if (position.status === 'asked') return ASKING;
  return position.status === 'failed' ? (NOT_FOUND[position.code] ?? NOT_AVAILABLE) : '';
}
