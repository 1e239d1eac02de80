// Account page: who a person is, help in their name, and blocking.
import type { Account } from '#contract/administration/accounts.ts';
import { Facts, Section } from '../frame/facts.tsx';
import { Instant } from '../frame/instant.tsx';
import { ReasonForm } from '../frame/reason-form.tsx';
import { RecordPage } from '../frame/record-page.tsx';
import { call } from '../session/current.ts';
import { roleNames } from './account-texts.ts';
import { ActForButton } from './act-for-button.tsx';

export const AccountShow = () => (
  <RecordPage<Account> titleOf={({ username }) => username}>
    {(account) => (
      <>
        <Section title={account.blocked ? 'Compte bloqué' : roleNames[account.role]}>
          <Facts facts={factsOf(account)} />
          {!account.blocked && <ActForButton account={account} />}
        </Section>
        {account.role !== 'administrator' && <BlockForm account={account} />}
      </>
    )}
  </RecordPage>
);

const factsOf = ({ email, store, blocked }: Account) =>
  [
    ['Adresse e-mail', email],
    ...(store === null ? [] : [['Boutique', store] as const]),
    ...(blocked === null
      ? []
      : [['Bloqué', <Instant key="since" at={blocked.since} />] as const, ['Raisons', blocked.reasons] as const]),
  ] as const;

function BlockForm({ account: { id, blocked } }: { account: Account }) {
  const set = (isBlocked: boolean) => (reasons: string) =>
    call('administration.setBlocked', { params: { id }, body: { isBlocked, reasons } });
  return (
    <Section title={blocked ? 'Le laisser revenir' : 'Bloquer ce compte'}>
      <ReasonForm
        hint={
          blocked
            ? 'Envoyées par e-mail à cette personne.'
            : 'Envoyées par e-mail à cette personne, dont toutes les sessions se ferment aussitôt.'
        }
        decisions={
          blocked
            ? [{ label: 'Débloquer', done: 'Le compte est débloqué.', decide: set(false) }]
            : [{ label: 'Bloquer', done: 'Le compte est bloqué.', isSerious: true, decide: set(true) }]
        }
      />
    </Section>
  );
}
