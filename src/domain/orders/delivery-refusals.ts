// Delivery refusals: their messages, the same in page and server. Amounts in cents.
import { centsToInput } from '../money.ts';

/** '15' or '12,50'. */
const plainEuros = (cents: number): string => centsToInput(cents).replace(/,00$/, '');

export const DISTANCE_REQUIRED = 'Le champ distance est obligatoire';

/** @param minimum total that the store requires for this distance */
export const distanceMinimumMessage = (minimum: number): string =>
  `Le montant de votre commande est trop faible pour cette distance, le minimum est de ${plainEuros(minimum)}€`;

/** @param minimum total that the store requires for any delivery */
export const deliveryMinimumMessage = (minimum: number): string =>
  `La livraison pour cette boutique n'est disponible qu'à partir de ${plainEuros(minimum)} €`;
