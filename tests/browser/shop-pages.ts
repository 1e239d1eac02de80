// What a merchant does on the pages that change the shop, in the words they read there.
import type { Page } from '@playwright/test';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { Device } from './journey.ts';
import { installed } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { otherDevice } from './other-device.ts';
import { logIn } from './steps.ts';

const tablet = { width: 820, height: 1180 };
export const waiting = 'en attente d’envoi';
export const stored = 'Enregistré sur cet appareil, envoyé dès que possible.';
export const saved = 'Boutique enregistrée avec succès';

/** On a tablet with all that the app needs to go on without a network. */
export async function open(device: Device, at: string, account = 'fromagerie@etal.test'): Promise<Page> {
  const page = await device.open({ size: tablet });
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, account);
  await page.goto(at);
  return page;
}

export const save = (page: Page, name = 'Enregistrer') => page.getByRole('button', { name, exact: true }).click();

/** The shop as the server has it. */
export async function shopOf(market: MarketServer, account = 'fromagerie@etal.test') {
  const { call } = await otherDevice(market, account);
  const { '@id': iri } = await call<{ '@id': string }>('GET', '/stores/by_slug/fromagerie-du-chatel');
  return {
    iri,
    call,
    now: () => call<MerchantStore>('GET', iri),
    change: (changes: object) => call<MerchantStore>('PUT', iri, changes),
  };
}
