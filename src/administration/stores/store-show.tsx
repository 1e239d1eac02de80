// Store page: its state and people, and what the market decides on it: publication, commission, legal identity.
import { Link, Stack } from '@mui/material';
import type { OperatorStore } from '#contract/administration/stores.ts';
import type { StorePerson } from '#contract/merchant/store-people.ts';
import { formatRate } from '#domain/rates.ts';
import { ROLE_NAMES } from '#domain/store-people.ts';
import { paths } from '#paths';
import { Facts, Section } from '../frame/facts.tsx';
import { Instant } from '../frame/instant.tsx';
import { ReasonForm } from '../frame/reason-form.tsx';
import { RecordPage } from '../frame/record-page.tsx';
import { useMayCall } from '../frame/use-may-call.ts';
import { call } from '../session/current.ts';
import { PayoutSection } from './payout-section.tsx';
import { CommissionForm, IdentityForm, InvitationForm } from './store-forms.tsx';
import { accountName, stateNames } from './store-texts.ts';

export const StoreShow = () => (
  <RecordPage<OperatorStore> titleOf={({ name }) => name}>{(store) => <StoreSections store={store} />}</RecordPage>
);

function StoreSections({ store }: { store: OperatorStore }) {
  const mayChange = useMayCall('administration.setPublished');
  return (
    <>
      <Section title={stateNames[store.state]}>
        <Facts facts={factsOf(store)} />
      </Section>
      {mayChange && store.state !== 'hidden' && <PublicationForm key={store.state} store={store} />}
      <Section title="Équipe">
        {store.people.length === 0 ? (
          <p>Personne ne tient encore cette boutique.</p>
        ) : (
          <Facts facts={store.people.map((person) => [person.name ?? person.email, describePerson(person)] as const)} />
        )}
        {mayChange && <InvitationForm store={store} />}
      </Section>
      <Section title="Commission">
        <Facts facts={commissionOf(store)} />
        {mayChange && <CommissionForm key={store.commission} store={store} />}
      </Section>
      <Section title="Identité légale">
        {mayChange ? <IdentityForm store={store} /> : <IdentityFacts store={store} />}
      </Section>
      <PayoutSection store={store} />
    </>
  );
}

function factsOf({ city, slug, state, suspension, sells, plan, account, createdAt }: OperatorStore) {
  const page = paths.store.replace(':slug', slug);
  return [
    ['Commune', city],
    ['Créée', <Instant key="at" at={createdAt} />],
    [
      'Page',
      state === 'published' ? (
        <Link key="page" href={page} target="_blank" rel="noopener">
          Voir la boutique (nouvel onglet)
        </Link>
      ) : (
        page
      ),
    ],
    ['Formule', plan],
    ['Vente en ligne', sells ? 'Oui' : 'Non'],
    ['Compte de versement', accountName(account)],
    ...(suspension === null
      ? []
      : [
          ['Suspendue', <Instant key="since" at={suspension.since} />] as const,
          ['Raisons', suspension.reasons] as const,
        ]),
  ] as const;
}

function describePerson({ role, email, state, since, name }: StorePerson) {
  const invited = state === 'invited' ? 'invitation envoyée' : 'invitation dépassée';
  return (
    <Stack>
      <span>{[ROLE_NAMES[role], ...(name === null ? [] : [email])].join(', ')}</span>
      {state !== 'member' && (
        <span>
          {invited} le <Instant at={since} />
        </span>
      )}
    </Stack>
  );
}

const percent = (rate: number) => `${formatRate(rate)}\u00a0%`;
const commissionOf = ({ commission, marketCommission }: OperatorStore) =>
  [
    ['Cette boutique', commission === null ? `${percent(marketCommission)}, celle du marché` : percent(commission)],
    ...(commission === null ? [] : [['Le marché', percent(marketCommission)] as const]),
  ] as const;

function IdentityFacts({ store: { legalIdentity } }: { store: OperatorStore }) {
  if (legalIdentity === null) return <p>Elle n’est pas encore renseignée.</p>;
  const { legalName, legalForm, siret, vatNumber } = legalIdentity;
  return (
    <Facts
      facts={[
        ['Nom', legalName],
        ['Forme juridique', legalForm],
        ['SIRET', siret],
        ['Numéro de TVA', vatNumber || 'Aucun'],
      ]}
    />
  );
}

const SUSPENDED =
  'Envoyées par e-mail à la boutique. Elle n’est plus visible et ne prend plus de commandes\u00a0; celles qui sont passées se terminent.';

function PublicationForm({ store: { id, state, sells, plan, legalIdentity } }: { store: OperatorStore }) {
  const set = (isPublished: boolean) => (reasons: string) =>
    call('administration.setPublished', { params: { id }, body: { isPublished, reasons } });
  if (state === 'published') {
    return (
      <Section title="Suspendre">
        <ReasonForm
          hint={SUSPENDED}
          decisions={[{ label: 'Suspendre', done: 'La boutique est suspendue.', isSerious: true, decide: set(false) }]}
        />
      </Section>
    );
  }
  const lacksIdentity = !sells && plan.startsWith('E-commerce') && legalIdentity === null;
  return (
    <Section title={state === 'draft' ? 'Publier' : 'Publier de nouveau'}>
      {lacksIdentity && <p>Sans identité légale, elle sera visible sans vendre en ligne.</p>}
      <ReasonForm
        label={state === 'draft' ? 'Message' : undefined}
        hint="Envoyé par e-mail à la boutique."
        decisions={[{ label: 'Publier', done: 'La boutique est en ligne.', decide: set(true) }]}
      />
    </Section>
  );
}
