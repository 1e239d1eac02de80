// Texts of the offline page by kind of content.
import type { AbsentKind } from '#ui/loading/app-context.tsx';

export const ABSENT_TITLES: Readonly<Record<AbsentKind, string>> = {
  product: 'Ce produit n’a pas encore été ouvert sur cet appareil.',
  category: 'Ce rayon n’a pas encore été ouvert sur cet appareil.',
  'category-products': 'Les produits de ce rayon n’ont pas encore été vus sur cet appareil.',
  store: 'Cette boutique n’a pas encore été ouverte sur cet appareil.',
  'store-products': 'Les produits de cette boutique n’ont pas encore été vus sur cet appareil.',
  stores: 'Les boutiques n’ont pas encore été vues sur cet appareil.',
  event: 'Cet événement n’a pas encore été ouvert sur cet appareil.',
  list: 'Cette liste n’a pas encore été vue sur cet appareil.',
  search: 'Aucun résultat parmi ce qui est gardé sur cet appareil.',
  page: 'Cette page n’a pas encore été lue sur cet appareil.',
  reviews: 'Ces avis n’ont pas encore été lus sur cet appareil.',
  orders: 'Ces commandes n’ont pas encore été vues sur cet appareil.',
  order: 'Cette commande n’a pas encore été ouverte sur cet appareil.',
  requests: 'Ces demandes n’ont pas encore été vues sur cet appareil.',
  request: 'Cette demande n’a pas encore été ouverte sur cet appareil.',
  part: 'Cette partie n’a pas encore été vue sur cet appareil.',
};

const OFFLINE = 'Vous êtes hors connexion : tout s’affichera dès le retour du réseau.';
const SILENT =
  'Le réseau ne répond pas pour le moment. Nous continuons d’essayer : tout s’affichera dès qu’il répondra.';
const SEARCH_OFFLINE = 'Il faut du réseau pour chercher dans tout le marché : la recherche sera lancée dès son retour.';

export function absentText(what: AbsentKind, silent: boolean): string {
  if (what === 'search' && !silent) return SEARCH_OFFLINE;
  return silent ? SILENT : OFFLINE;
}

/** Personal content, for which products are no substitute. */
export const PERSONAL_KINDS: ReadonlySet<AbsentKind> = new Set(['orders', 'order', 'requests', 'request']);
