// Delivery refusals: their messages, the same in page and server. Amounts in cents.
import { centsToShortText } from '../money.ts';

export const DISTANCE_REQUIRED = 'Le champ distance est obligatoire';

/** @param minimum total that the store requires for this distance */
export const distanceMinimumMessage = (minimum: number): string =>
  `Le montant de votre commande est trop faible pour cette distance, le minimum est de ${centsToShortText(minimum)}€`;

/** @param minimum total that the store requires for any delivery */
export const deliveryMinimumMessage = (minimum: number): string =>
  `La livraison pour cette boutique n'est disponible qu'à partir de ${centsToShortText(minimum)} €`;
