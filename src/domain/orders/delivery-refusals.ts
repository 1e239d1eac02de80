// Why a delivery is refused, in the words of page and server alike. Amounts in cents.
import { centsToInput } from '../money.ts';

/** '15' or '12,50'. */
const plainEuros = (cents: number): string => centsToInput(cents).replace(/,00$/, '');

export const DISTANCE_REQUIRED = 'Le champ distance est obligatoire';

/** @param minimum that the shop asks for to go so far */
export const tooFarFor = (minimum: number): string =>
  `Le montant de votre commande est trop faible pour cette distance, le minimum est de ${plainEuros(minimum)}€`;

/** @param minimum from which on the shop delivers at all */
export const belowMinimum = (minimum: number): string =>
  `La livraison pour cette boutique n'est disponible qu'à partir de ${plainEuros(minimum)} €`;
