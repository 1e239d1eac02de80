// Report: form that reports illegal content to the market, for users and visitors.
import { useState } from 'react';
import { isAnonymousAllowed, noticeReasons } from '#contract/account/notices.ts';
import { MAX_MESSAGE, MAX_PERSON_NAME } from '#contract/limits.ts';
import { fullName, useKnownPerson } from '#state/account/known-person.ts';
import { type NoticeText, sendNotice } from '#state/account/notices.ts';
import type { OfflineFormDefinition } from '#state/forms/form-definition.ts';
import { useOfflineForm } from '#state/forms/use-offline-form.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useFlash } from '#state/page/flash.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError, SelectField } from '#ui/fields/fields.tsx';
import { CheckboxField, EmailField, TextArea, TextField } from '#ui/fields/text-fields.tsx';
import styles from './request-form.module.css';

type NoticeValues = Omit<NoticeText, 'subject'>;

const needsNetwork =
  'Il faut du réseau pour envoyer un signalement\u00a0: ce que vous avez écrit reste ici, réessayez dès son retour.';
const anonymous = 'Facultatif pour cette raison\u00a0; sans adresse, vous ne saurez pas ce qui est décidé.';

/** @param onNumber called with the number of the stored notice */
export const noticeForm = (
  subject: string,
  person: Pick<NoticeValues, 'name' | 'email'>,
  onNumber: (number: number) => void,
): OfflineFormDefinition<NoticeValues> => ({
  draft: `signalement ${subject}`,
  afterSave: 'empty',
  source: { values: { reason: '', explanation: '', ...person, goodFaith: false }, version: null, waiting: [] },
  async send(typed) {
    const result = await sendNotice({ ...typed, subject });
    if (result.outcome === 'sent') {
      onNumber(result.number);
      return { outcome: 'sent', id: '', answer: null };
    }
    if (result.outcome === 'offline') return { outcome: 'refused', id: null, text: needsNetwork, violations: [] };
    return { outcome: 'refused', id: null, text: result.message, violations: result.violations };
  },
});

export interface ReportProps {
  /** IRI of the content. */
  subject: string;
  /** 'Tomme de brebis', 'l’avis de Camille'; null if unknown. */
  title: string | null;
}

export function Report({ subject, title }: ReportProps) {
  const [sent, setSent] = useState<{ number: number; email: string } | null>(null);
  if (sent === null) return <ReportForm subject={subject} title={title} onSent={setSent} />;
  return (
    <div role="status">
      <p>
        Merci&nbsp;: votre signalement n°&nbsp;{sent.number} est reçu.{' '}
        {sent.email !== '' && `Une confirmation part à ${sent.email}, et notre réponse suivra à la même adresse.`}
      </p>
    </div>
  );
}

interface ReportFormProps extends ReportProps {
  onSent(receipt: { number: number; email: string }): void;
}

function ReportForm({ subject, title, onSent }: ReportFormProps) {
  const known = useKnownPerson();
  const { online } = useConnectivity();
  const flash = useFlash();
  const { form, submit, isSending, messages } = useOfflineForm<NoticeValues>({
    ...noticeForm(subject, { name: fullName(known), email: known.email }, (number) =>
      onSent({ number, email: form.getValues('email') }),
    ),
    onRefused: () => online && flash('Le signalement n’est pas parti.', 'error'),
    onSaved: () => {},
  });
  const { register, watch, formState } = form;
  const { errors } = formState;
  const hint = isAnonymousAllowed(watch('reason')) ? anonymous : undefined;
  // Messages about a missing network disappear on reconnect.
  const problem = messages.find((message) => !(online && message === needsNetwork));
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p>
        Vous signalez {title ?? 'un contenu du marché'}. Une personne de l’équipe examinera votre signalement et vous
        répondra, avec ses raisons.
      </p>
      <SelectField label="Raison" error={errors.reason?.message} {...register('reason')}>
        <option value="">Choisir…</option>
        {Object.entries(noticeReasons).map(([reason, name]) => (
          <option key={reason} value={reason}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextArea
        label="Pourquoi ce contenu est-il illégal ?"
        hint="Dites ce qui l’est, précisément, et ce qui le montre."
        rows={5}
        maxLength={MAX_MESSAGE}
        error={errors.explanation?.message}
        {...register('explanation')}
      />
      <TextField
        label="Votre nom"
        autoComplete="name"
        hint={hint}
        maxLength={MAX_PERSON_NAME}
        error={errors.name?.message}
        {...register('name')}
      />
      <EmailField hint={hint} error={errors.email?.message} {...register('email')} />
      <CheckboxField
        label="Je pense de bonne foi que ce que j’ai écrit est exact et complet."
        error={errors.goodFaith?.message}
        {...register('goodFaith')}
      />
      <FieldError text={problem} />
      <div>
        <Button type="submit" size="large" icon="send" busy={isSending}>
          Envoyer le signalement
        </Button>
      </div>
    </form>
  );
}
