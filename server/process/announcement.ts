// What a start says once pages are served: where, how payments go, and whose accounts are open to all.
import { DEMO_PASSWORD, demoAccounts } from '../access/demo-accounts.ts';
import type { Env } from '../runtime/env.ts';

/** @param address that it listens on, which may not be the one that people use */
export function announcement(env: Env, address: string): string[] {
  const isElsewhere = !env.publicUrl.endsWith(address.replace(/^https?:\/\//, ''));
  return [
    '',
    `Étal est ouvert : ${env.publicUrl}`,
    ...(isElsewhere ? [`  (écoute sur ${address})`] : []),
    '',
    aboutPayments(env),
    ...(env.demo ? aboutDemo : []),
  ];
}

const aboutDemo = [
  '',
  'C’est le marché de démonstration\u00a0: ses comptes sont ouverts à tous. DEMO=0 ouvre un vrai marché.',
  `Comptes de démonstration, mot de passe ${DEMO_PASSWORD} :`,
  ...demoAccounts.map(([email, who]) => `  ${email.padEnd(22)} ${who}`),
];

function aboutPayments({ payment, stripe }: Env): string {
  if (payment === 'stripe') {
    const isTrial = stripe?.secretKey.includes('_test_') ?? false;
    const trial = isTrial ? ', avec une clé d’essai\u00a0: aucune somme n’est encaissée' : '';
    return `Paiements en ligne\u00a0: par Stripe${trial} (PAYMENT=stripe).`;
  }
  if (payment === 'sandbox')
    return 'Paiements en ligne\u00a0: à l’essai, aucune somme n’est encaissée (PAYMENT=sandbox).';
  return 'Paiements en ligne\u00a0: non proposés. PAYMENT=sandbox les met à l’essai, sans rien encaisser.';
}
