// New store: its name and place, and the merchant who is invited to own it.
import { useRedirect } from 'react-admin';
import { newStorePlans } from '#contract/administration/stores.ts';
import { MAX_CITY, MAX_EMAIL, MAX_NAME } from '#contract/limits.ts';
import { Section } from '../frame/facts.tsx';
import { Page } from '../frame/page.tsx';
import { TextForm } from '../frame/text-form.tsx';
import { call } from '../session/current.ts';
import { planNames } from './store-texts.ts';

const fields = [
  { name: 'name', label: 'Nom de la boutique', maxLength: MAX_NAME },
  { name: 'city', label: 'Commune', maxLength: MAX_CITY },
  {
    name: 'plan',
    label: 'Ce que fait la boutique',
    choices: newStorePlans.map((id) => ({ id, name: planNames[id] })),
  },
  {
    name: 'email',
    label: 'Adresse e-mail du commerçant',
    hint: 'Il reçoit un lien, choisit son mot de passe, et complète sa boutique.',
    type: 'email',
    maxLength: MAX_EMAIL,
  },
] as const;

const LEAD = 'La boutique est créée sans être visible\u00a0: vous la publierez quand elle sera prête.';

export function StoreCreate() {
  const redirect = useRedirect();
  return (
    <Page title="Inviter un commerçant" lead={LEAD}>
      <Section title="Sa boutique">
        <TextForm
          label="Sa boutique"
          fields={fields}
          values={{ name: '', city: '', plan: newStorePlans[0], email: '' }}
          submit="Créer la boutique et inviter"
          done="La boutique est créée, l’invitation est partie."
          send={({ plan, ...body }) =>
            call('administration.createStore', {
              body: { ...body, plan: newStorePlans.find((one) => one === plan) ?? newStorePlans[0] },
            })
          }
          onDone={({ id }) => redirect('show', 'stores', id)}
        />
      </Section>
    </Page>
  );
}
