// One appointment that somebody asks for: what they wrote, the slots they propose, and the shop's answer.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import type { StoreAppointment } from '#contract/received-requests.ts';
import { isPastSlot, slotWords } from '#domain/appointment.ts';
import { mailLink } from '#domain/mail-link.ts';
import { notKeptSentence } from '#domain/not-kept.ts';
import { paths } from '#paths';
import { toast } from '#state/page/flash.ts';
import { useSiteName } from '#state/reads/configuration.ts';
import { useDraft } from '#state/session/use-draft.ts';
import { answerAppointment, type ShownAppointment, useStoreAppointment } from '#state/writes/received-requests.ts';
import { useRefusalInForm } from '#state/writes/refusal-in-form.ts';
import { AddressLinkButton, Button } from '#ui/controls/button.tsx';
import { FieldError, RadioGroup } from '#ui/controls/fields.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { AgeOf } from '#ui/text/age.tsx';
import { Breadcrumb } from '#ui/text/breadcrumb.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './appointment-page.module.css';
import { AppointmentState } from './appointment-state.tsx';
import { WhatWasWritten } from './what-was-written.tsx';

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
  // What the list has kept is shown as long as the answer itself is not here.
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
          <AppointmentState shown={shown} />
          <AgeOf query={query} />
        </p>
        <WhatWasWritten owner={owner} createdAt={createdAt} message={message} />
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
  /** Place of the slot, or 'none'. */
  slot: string;
}

function AnswerForm({ appointment }: { appointment: StoreAppointment }) {
  const navigate = useNavigate();
  const form = useForm<AnswerValues>({ defaultValues: { slot: '' } });
  const { register, handleSubmit, formState, setError, reset } = form;
  const { errors, isSubmitting } = formState;
  const [now] = useState(() => new Date());
  const [isAsking, setAsking] = useState(false);
  useDraft(`réponse ${appointment.id}`, form);
  const refusal = useRefusalInForm();

  const answer = async (slot: number | null) => {
    refusal.acknowledge();
    try {
      const result = await answerAppointment(appointment, slot);
      if (result.outcome === 'refused') {
        refusal.show(result.id, true);
        toast('Erreur lors de la validation du formulaire', 'error');
        setError('slot', { type: 'server', message: result.text });
        return;
      }
      reset({ slot: '' });
      toast(
        result.outcome === 'sent'
          ? 'Réponse RDV enregistrée avec succès'
          : 'Réponse gardée sur cet appareil, envoyée dès que possible.',
      );
      void navigate(paths.merchantAppointments);
    } catch (failure) {
      console.error(failure);
      setError('root', { message: notKeptSentence(failure) });
    }
  };
  const submit = handleSubmit(async ({ slot }) => {
    if (slot === '') setAsking(true);
    else await answer(slot === NONE ? null : Number(slot));
  });
  const cancel = handleSubmit(async () => {
    setAsking(false);
    await answer(null);
  });

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
    <form className={styles.card} onSubmit={submit} noValidate aria-label="Votre réponse">
      <RadioGroup
        label="Choisissez un créneau"
        options={[...slots, { value: NONE, label: 'Pas de créneau disponible' }]}
        error={errors.slot?.message}
        {...register('slot')}
      />
      <FieldError text={errors.root?.message} />
      <Button type="submit" size="large" wide busy={isSubmitting}>
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
            <Button onClick={() => void cancel()}>Refuser la demande</Button>
          </>
        }
      >
        <p>Enregistrée ainsi, votre réponse refuse la demande&nbsp;: le client en est prévenu.</p>
      </Modal>
    </form>
  );
}
