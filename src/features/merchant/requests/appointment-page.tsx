// Appointment page: message, proposed slots, and the store's answer.
import { type FormEvent, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import type { StoreAppointment } from '#contract/merchant/received-requests.ts';
import { mailLink } from '#domain/text/mail-link.ts';
import { isPastSlot, slotWords } from '#domain/time/appointment.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import type { OfflineFormDefinition } from '#state/forms/form-definition.ts';
import { useOfflineForm } from '#state/forms/use-offline-form.ts';
import {
  answerAppointment,
  answerMatcher,
  type ShownAppointment,
  useStoreAppointment,
} from '#state/merchant/received-requests.ts';
import { toast } from '#state/page/flash.ts';
import { type LateRefusal, useLateRefusal } from '#state/pending/pending-writes.ts';
import { AddressLinkButton, Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { FieldError, RadioGroup } from '#ui/fields/fields.tsx';
import { LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { AgeOf } from '#ui/text/age.tsx';
import { Breadcrumb } from '#ui/text/breadcrumb.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './appointment-page.module.css';
import { AppointmentStateBadge } from './appointment-state.tsx';
import { WrittenText } from './written-text.tsx';

const NONE = 'none';
const isId = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

export function AppointmentPage() {
  const { id = '' } = useParams();
  const siteName = useSiteName();
  return (
    <>
      <PageMeta title="Demande de RDV" siteName={siteName} noIndex />
      <Breadcrumb
        items={[
          { name: 'Accueil', to: paths.merchant },
          { name: 'Demande de RDV', to: paths.merchantAppointments },
          { name: 'Réponse' },
        ]}
      />
      <h1>Demande de RDV</h1>
      {isId(id) ? <KnownAppointment key={id} id={id} /> : <Navigate to={paths.merchant} replace />}
    </>
  );
}

function KnownAppointment({ id }: { id: string }) {
  const query = useStoreAppointment(id);
  const { shown } = query;
  // The list entry is shown until the full answer arrives.
  if (shown) return <Appointment shown={shown} query={query} />;
  return (
    <Loaded
      query={query}
      what="request"
      loading={<LineShapes count={5} />}
      notFound={<Navigate to={paths.merchant} replace />}
    >
      {() => null}
    </Loaded>
  );
}

function Appointment({ shown, query }: { shown: ShownAppointment; query: { aged: boolean; seenAt: number | null } }) {
  const { appointment } = shown;
  const { owner, message, createdAt, state } = appointment;
  return (
    <div className={styles.page}>
      <section className={styles.card} aria-label="La demande">
        <p className={styles.state}>
          <AppointmentStateBadge shown={shown} />
          <AgeOf query={query} />
        </p>
        <WrittenText owner={owner} createdAt={createdAt} message={message} />
        <p>
          <AddressLinkButton href={mailLink(owner.email, 'RE: Demande de RDV')} icon="mail" variant="secondary">
            Écrire à {owner.username}
          </AddressLinkButton>
        </p>
      </section>
      {state === 'pending' && <AnswerForm appointment={appointment} />}
    </div>
  );
}

interface AnswerValues {
  /** Index of the slot, or 'none'. */
  slot: string;
}

export function answerForm(appointment: StoreAppointment): OfflineFormDefinition<AnswerValues> {
  return {
    draft: `réponse ${appointment.id}`,
    afterSave: 'empty',
    source: { values: { slot: '' }, version: null, waiting: [] },
    fieldOf: () => 'slot',
    send: ({ slot }) => answerAppointment(appointment, slot === NONE || slot === '' ? null : Number(slot)),
  };
}

/** Form values of a refused pending answer. */
export const answerRefusal = ({ request, ...refusal }: LateRefusal<number>) => ({
  ...refusal,
  values: { slot: request < 0 ? NONE : String(request) },
});

function AnswerForm({ appointment }: { appointment: StoreAppointment }) {
  const navigate = useNavigate();
  const [now] = useState(() => new Date());
  const [isAsking, setAsking] = useState(false);
  const refused = useLateRefusal(answerMatcher(appointment.id));
  const { form, submit, isSending, messages } = useOfflineForm<AnswerValues>({
    ...answerForm(appointment),
    refusal: refused && answerRefusal(refused),
    onRefused: () => toast('Erreur lors de la validation du formulaire', 'error'),
    onSaved({ outcome }) {
      toast(
        outcome === 'sent'
          ? 'Réponse RDV enregistrée avec succès'
          : 'Réponse gardée sur cet appareil, envoyée dès que possible.',
      );
      navigate(paths.merchantAppointments);
    },
  });
  const { register, formState, getValues } = form;
  const { errors } = formState;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // Saved like this, the answer refuses the request.
    if (getValues('slot') === '') setAsking(true);
    else void submit(event);
  };
  const cancel = () => {
    setAsking(false);
    void submit();
  };

  const slots = appointment.timeSlots.map((slot, index) => {
    const past = isPastSlot(slot, now);
    return {
      value: String(index),
      label: `Le ${slotWords(slot)}`,
      disabled: past,
      ...(past && { hint: 'Ce créneau est déjà passé.' }),
    };
  });
  return (
    <form className={styles.card} onSubmit={onSubmit} noValidate aria-label="Votre réponse">
      <RadioGroup
        label="Choisissez un créneau"
        options={[...slots, { value: NONE, label: 'Pas de créneau disponible' }]}
        error={errors.slot?.message}
        {...register('slot')}
      />
      <FieldError text={messages.join(' ')} />
      <Button type="submit" size="large" wide busy={isSending}>
        Enregistrer
      </Button>
      <Modal
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Aucun créneau choisi"
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Choisir un créneau
            </Button>
            <Button onClick={cancel}>Refuser la demande</Button>
          </>
        }
      >
        <p>Sans créneau choisi, votre réponse refuse la demande&nbsp;: le client en sera prévenu.</p>
      </Modal>
    </form>
  );
}
