// Forms of a store: an invitation to own it, its commission, its legal identity.
import type { OperatorStore } from '#contract/administration/stores.ts';
import { MAX_EMAIL, MAX_LEGAL_FORM, MAX_LEGAL_NUMBER, MAX_MEDIATOR, MAX_NAME, MAX_RATE } from '#contract/limits.ts';
import { formatRate } from '#domain/rates.ts';
import { TextForm } from '../frame/text-form.tsx';
import { call } from '../session/current.ts';

interface OfStore {
  store: OperatorStore;
}

const INVITED = 'Elle reçoit un lien, valable sept jours\u00a0; une nouvelle invitation remplace la précédente.';

export const InvitationForm = ({ store: { id } }: OfStore) => (
  <TextForm
    label="Inviter un responsable"
    fields={[{ name: 'email', label: 'Adresse e-mail à inviter', hint: INVITED, type: 'email', maxLength: MAX_EMAIL }]}
    values={{ email: '' }}
    submit="Envoyer l’invitation"
    done="L’invitation est partie."
    isCleared
    send={(body) => call('administration.inviteOwner', { params: { id }, body })}
  />
);

export const CommissionForm = ({ store: { id, commission } }: OfStore) => (
  <TextForm
    label="Commission"
    fields={[
      {
        name: 'rate',
        label: 'Commission de cette boutique, en %',
        hint: 'Vide\u00a0: celle du marché. Pour les commandes passées à partir de maintenant\u00a0; la boutique en est avertie.',
        maxLength: MAX_RATE,
      },
    ]}
    values={{ rate: commission === null ? '' : formatRate(commission) }}
    submit="Enregistrer la commission"
    done="La commission est enregistrée."
    send={(body) => call('administration.setCommission', { params: { id }, body })}
  />
);

const empty = { legalName: '', legalForm: '', siret: '', vatNumber: '', mediator: '' };

export const IdentityForm = ({ store: { id, legalIdentity } }: OfStore) => (
  <TextForm
    label="Identité légale"
    fields={[
      { name: 'legalName', label: 'Nom de l’entreprise', maxLength: MAX_NAME },
      { name: 'legalForm', label: 'Forme juridique', hint: 'Par exemple SARL, ou EI.', maxLength: MAX_LEGAL_FORM },
      { name: 'siret', label: 'SIRET', maxLength: MAX_LEGAL_NUMBER },
      { name: 'vatNumber', label: 'Numéro de TVA', hint: 'Vide\u00a0: sans TVA.', maxLength: MAX_LEGAL_NUMBER },
      {
        name: 'mediator',
        label: 'Médiateur de la consommation',
        hint: 'Vide\u00a0: celui du marché.',
        maxLength: MAX_MEDIATOR,
      },
    ]}
    values={{ ...empty, ...legalIdentity }}
    submit="Enregistrer l’identité"
    done="L’identité légale est enregistrée. Les factures déjà émises gardent la leur."
    send={(body) => call('administration.setIdentity', { params: { id }, body })}
  />
);
