// Account page: who a person is, help in their name, their data, blocking, and the end of the account.
import type { Account } from '#contract/administration/accounts.ts';
import { Facts, Section } from '../frame/facts.tsx';
import { Instant } from '../frame/instant.tsx';
import { RecordPage } from '../frame/record-page.tsx';
import { BlockForm, EndForm, ExportForm, SecondFactorForm } from './account-decisions.tsx';
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
        <ExportForm account={account} />
        {account.hasSecondFactor && <SecondFactorForm account={account} />}
        {account.role !== 'administrator' && (
          <>
            <BlockForm account={account} />
            <EndForm account={account} />
          </>
        )}
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
