// The screens of carts and orders, of their shopper.
import type { Page } from '@playwright/test';
import type { Order } from '#contract/orders/orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { addProduct, order } from '../steps.ts';
import { asks } from './asked.ts';
import type { Screen } from './screen.ts';

const withCheese = (page: Page) => addProduct(page, 'tomme-de-meuse', { quantity: 2 });
const withTwoShops = async (page: Page) => {
  await withCheese(page);
  await addProduct(page, 'miel-d-acacia');
  await addProduct(page, 'biere-ambree-des-ponts', { quantity: 2 });
};
const withRowsWaiting = async (page: Page) => {
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await withTwoShops(page);
};
const withOrder = async (page: Page) => {
  await withCheese(page);
  await order(page);
};
const ownOrder = async (page: Page): Promise<string> => {
  const { user, read } = await asks(page, 'client@etal.test');
  const { 'hydra:member': orders } = await read<Collection<Order>>(`/users/${user.user_id}/orders`);
  const found = orders.find(({ storeOrders }) =>
    storeOrders.some(({ store, state }) => store.name === 'Fromagerie du Châtel' && state === 'validated'),
  );
  if (!found) throw new Error('Nothing of the shopper is being prepared at the fromagerie.');
  return `/compte/commande/${found.id}`;
};

const withoutNumber = async (page: Page) => {
  await page.getByRole('button', { name: 'Confirmer la rétractation' }).click();
  await page.getByText('Indiquez le numéro de la commande.').waitFor();
};

export const ofOrders: readonly Screen[] = [
  { name: 'retractation', at: '/retractation', shows: 'Renoncer au contrat' },
  { name: 'retractation-refusee', at: '/retractation', shows: 'Renoncer au contrat', led: withoutNumber },
  { name: 'panier', at: '/commande/panier', shows: 'total ttc', before: withCheese },
  { name: 'panier-boutiques', at: '/commande/panier', shows: '3 boutiques', before: withTwoShops },
  { name: 'panier-vide', at: '/commande/panier', shows: 'Votre panier est vide !' },
  { name: 'livraison', at: '/commande/livraison', shows: 'FRAIS DE PORT', who: 'client@etal.test', before: withOrder },
  {
    name: 'commande-en-attente',
    at: '/commande/en-attente',
    shows: 'Aucune commande n’attend.',
    who: 'client@etal.test',
  },
  { name: 'paiement-inconnu', at: '/commande/confirmer?Id=1', shows: /Connectez-vous/ },
  { name: 'commandes', at: '/compte/commandes', shows: 'Paiement validé', who: 'client@etal.test', asks: true },
  { name: 'tournee', at: '/compte/tournee', shows: /\d\sarrêt/, who: 'client@etal.test', asks: true },
  { name: 'en-attente', at: '/en-attente', shows: 'Tout est envoyé.' },
  { name: 'en-attente-lignes', at: '/en-attente', shows: /Bière ambrée des Ponts/, before: withRowsWaiting },
  {
    name: 'commande',
    at: ownOrder,
    shows: 'Fromagerie du Châtel',
    who: 'client@etal.test',
  },
];
