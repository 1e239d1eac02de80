// WithdrawalForm: the statement, the button that confirms it, and its acknowledgement.
import { useEffect } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { MAX_PERSON_NAME, MAX_RESPONSE } from '#contract/limits.ts';
import { isWithdrawalLate } from '#domain/orders/withdrawal-period.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import { useDeclaration, type WithdrawalChoice } from '#state/account/contract-withdrawals.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useDraft } from '#state/session/use-draft.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { FieldError, RadioGroup } from '#ui/fields/fields.tsx';
import { EmailField, TextArea, TextField } from '#ui/fields/text-fields.tsx';
import { Acknowledgement } from './acknowledgement.tsx';
import { ArticleChoice } from './article-choice.tsx';
import styles from './withdrawal-page.module.css';
import {
  declarationOf,
  fieldOfPath,
  NO_ARTICLE,
  orderNumberOf,
  startValues,
  type WithdrawalValues,
} from './withdrawal-values.ts';

interface WithdrawalFormProps {
  /** Of the order, as in the address; '' if it is to be typed. */
  number: string;
  /** Null for a guest, and while the articles are unknown. */
  choice: WithdrawalChoice | null;
  /** The order belongs to the account. */
  own: boolean;
  onAcknowledged?: () => void;
}

const required = (words: string) => (value: string) => value.trim() !== '' || words;

export function WithdrawalForm({ number, choice, own, onAcknowledged }: WithdrawalFormProps) {
  const draft = `retractation ${number}`;
  const form = useForm<WithdrawalValues>({ defaultValues: startValues(number, choice) });
  const { register, formState, watch, setError, handleSubmit } = form;
  const { errors } = formState;
  useDraft(draft, form);
  const { state, declare } = useDeclaration(draft);
  const { online } = useConnectivity();
  const scope = watch('scope');

  // A refusal returns to its field.
  useEffect(() => {
    if (state.is !== 'refused') return;
    for (const { propertyPath, message } of state.violations) {
      setError(fieldOfPath(propertyPath), { type: 'server', message }, { shouldFocus: true });
    }
    if (state.violations.length === 0) setError('root', { message: state.message });
  }, [state, setError]);
  useEffect(() => {
    if (state.is === 'acknowledged') form.reset();
  }, [state, form]);

  if (state.is === 'acknowledged') {
    return <Acknowledgement of={state.acknowledgement} own={own} onDone={onAcknowledged} />;
  }
  const submit = handleSubmit((values) => {
    const declaration = declarationOf(values, own ? Number(number) : null, choice);
    if (declaration) return declare(declaration);
    setError('scope', { message: NO_ARTICLE }, { shouldFocus: true });
  });
  return (
    <FormProvider {...form}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {own ? (
          <p>
            Commande n°&nbsp;<b>{number}</b>
          </p>
        ) : (
          <TextField
            label="Numéro de commande"
            hint="Il est dans votre e-mail de confirmation."
            inputMode="numeric"
            autoComplete="off"
            error={errors.order?.message}
            {...register('order', {
              validate: (value) => orderNumberOf(value) !== null || 'Indiquez le numéro de la commande.',
            })}
          />
        )}
        <TextField
          label="Votre nom"
          autoComplete="name"
          maxLength={MAX_PERSON_NAME}
          error={errors.name?.message}
          {...register('name', { validate: required('Indiquez votre nom.') })}
        />
        <EmailField
          hint={
            own
              ? 'L’accusé de réception y est envoyé aussitôt.'
              : 'Celle de la commande\u00a0: l’accusé de réception y est envoyé aussitôt.'
          }
          error={errors.email?.message}
          {...register('email', { validate: required('Veuillez saisir un email') })}
        />
        <RadioGroup
          label="Je renonce à"
          options={[
            { value: 'whole', label: 'Toute la commande' },
            { value: 'some', label: 'Certains articles', disabled: own && !choice },
          ]}
          hint={own && !choice ? 'Il faut du réseau pour choisir des articles.' : undefined}
          error={errors.scope?.message}
          {...register('scope')}
        />
        {scope === 'some' && choice && <ArticleChoice parts={choice.parts} />}
        {scope === 'some' && !choice && (
          <TextArea
            label="Les articles"
            hint="Avec vos mots&nbsp;: leur nom, et combien."
            rows={3}
            maxLength={MAX_RESPONSE}
            error={errors.words?.message}
            {...register('words', { validate: required(NO_ARTICLE) })}
          />
        )}
        <Doubts choice={choice} />
        {(!online || state.is === 'offline') && <Waiting tappedAt={state.is === 'offline' ? state.tappedAt : null} />}
        <FieldError text={errors.root?.message} />
        <Button type="submit" size="large" wide busy={state.is === 'sending'}>
          Confirmer la rétractation
        </Button>
      </form>
    </FormProvider>
  );
}

/** Late or excepted, as far as is known: it can be declared all the same, and the shop decides. */
function Doubts({ choice }: { choice: WithdrawalChoice | null }) {
  const today = new Date();
  const late = choice?.parts.filter((part) => isWithdrawalLate(part.lastDay, today)) ?? [];
  const items = choice?.parts.flatMap((part) => part.items) ?? [];
  const excepted = items.filter(({ exception, quantity }) => exception !== undefined && quantity > 0);
  if (choice && late.length + excepted.length === 0) return null;
  return (
    <p className={styles.doubt}>
      <Icon name="alert" size={20} />
      <span>
        {choice
          ? [
              late.length > 0 && `Le délai semble passé pour ${late.map(({ store }) => store).join(', ')}.`,
              excepted.length > 0 && `La loi excepte\u00a0: ${excepted.map(({ name }) => name).join(', ')}.`,
              'Vous pouvez envoyer votre déclaration quand même\u00a0: elle est enregistrée, et le commerçant décide.',
            ]
              .filter(Boolean)
              .join(' ')
          : 'Passé le délai, ou pour un produit que la loi excepte (périssable, sur mesure…), votre déclaration est enregistrée aussi\u00a0: le commerçant décide.'}
      </span>
    </p>
  );
}

function Waiting({ tappedAt }: { tappedAt: string | null }) {
  return (
    <p className={styles.offline} role="status">
      <Icon name="offline" size={20} />
      <span>
        {tappedAt === null
          ? 'Hors connexion. Il faut du réseau pour envoyer cette déclaration\u00a0; ce que vous saisissez est gardé ici.'
          : `Pas encore de réponse du marché. Votre déclaration du ${formatDateTime(tappedAt)} est gardée ici avec son heure, qui compte\u00a0; elle part dès que le réseau répond, si cette page est ouverte, et ne sera faite qu’une fois.`}
      </span>
    </p>
  );
}
