// Every screen of the app, once: a new one is a row of its area, and is then looked at by the accessibility sweep and
// drawn by `npm run screenshots`, in each of its states.
import { ofAccounts } from './accounts.ts';
import { ofCatalogue } from './catalogue.ts';
import { ofMerchantSales } from './merchant-sales.ts';
import { ofMerchantStore } from './merchant-store.ts';
import { ofMoments } from './moments.ts';
import { ofOrders } from './orders.ts';
import { ofPayments } from './payments.ts';
import type { Screen } from './screen.ts';

export const screens: readonly Screen[] = [
  ...ofCatalogue,
  ...ofOrders,
  ...ofPayments,
  ...ofMoments,
  ...ofAccounts,
  ...ofMerchantSales,
  ...ofMerchantStore,
];
