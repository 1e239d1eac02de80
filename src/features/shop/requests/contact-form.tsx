// Forms to the platform's team, loaded together: a message, and the report of illegal content.
import { fullName, useKnownPerson } from '#state/account/known-person.ts';
import { requestTypes } from '#state/account/requests.ts';
import { EmailField, TextArea, TextField } from '#ui/fields/text-fields.tsx';
import { Report, type ReportProps } from './report-form.tsx';
import { RequestFrame } from './request-form.tsx';
import { type RequestForm, useRequestForm } from './use-request-form.ts';

interface PlatformMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

export const platformMessageForm: RequestForm<PlatformMessage, typeof requestTypes.platformMessage> = {
  type: requestTypes.platformMessage,
  draft: 'contact',
  start: { name: '', email: '', subject: '', message: '' },
  argsOf: (values) => values,
  valuesOf: (args) => args,
  isMine: () => true,
  sent: 'Formulaire envoyé avec succès',
  failed: "Erreur lors de l'envoi du formulaire",
};

/** For users and visitors. @param report content to report; null for a message */
export default function PlatformForms({ report }: { report: ReportProps | null }) {
  return report ? <Report {...report} /> : <MessageForm />;
}

function MessageForm() {
  const known = useKnownPerson();
  const { form, submit, isWaiting, isSending, problems } = useRequestForm({
    ...platformMessageForm,
    start: { ...platformMessageForm.start, name: fullName(known), email: known.email },
  });
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <RequestFrame onSubmit={submit} problems={problems} isWaiting={isWaiting} busy={isSending} action="Envoyer">
      <TextField label="Nom" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <EmailField error={errors.email?.message} {...register('email')} />
      <TextField label="Sujet" error={errors.subject?.message} {...register('subject')} />
      <TextArea label="Message" rows={7} error={errors.message?.message} {...register('message')} />
    </RequestFrame>
  );
}
