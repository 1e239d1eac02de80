// Start announcement: address, payments and demo accounts, printed once the server is ready.
import { DEMO_PASSWORD, demoAccounts } from '../access/demo-accounts.ts';
import type { Env } from '../runtime/env.ts';

/** @param address listening address, which may differ from the public one */
export function startLines(env: Env, address: string): string[] {
  const isElsewhere = !env.publicUrl.endsWith(address.replace(/^https?:\/\//, ''));
  return [
    '',
    `Étal est ouvert : ${env.publicUrl}`,
    ...(isElsewhere ? [`  (écoute sur ${address})`] : []),
    '',
    paymentLine(env),
    ...(env.demo ? demoLines : []),
  ];
}

const demoLines = [
  '',
  'C’est le marché de démonstration\u00a0: comptes d’essai en libre accès. DEMO=0 ouvre un vrai marché.',
  `Comptes de démonstration, mot de passe ${DEMO_PASSWORD} :`,
  ...demoAccounts.map(([email, who]) => `  ${email.padEnd(22)} ${who}`),
];

function paymentLine({ payment, stripe }: Env): string {
  if (payment === 'stripe') {
    const isTrial = stripe?.secretKey.includes('_test_') ?? false;
    const trial = isTrial ? ', avec une clé d’essai\u00a0: aucune somme n’est encaissée' : '';
    return `Paiements en ligne\u00a0: par Stripe${trial} (PAYMENT=stripe).`;
  }
  if (payment === 'sandbox')
    return 'Paiements en ligne\u00a0: à l’essai, aucune somme n’est encaissée (PAYMENT=sandbox).';
  return 'Paiements en ligne\u00a0: non proposés (docs/market.md dit comment les ouvrir).';
}
