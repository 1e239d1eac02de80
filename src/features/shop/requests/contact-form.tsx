// The form that writes to the platform's team.
import { useForm } from 'react-hook-form';
import { EmailField, TextArea, TextField } from '#ui/controls/text-fields.tsx';
import { RequestFrame } from './request-form.tsx';
import { useRequestForm } from './use-request-form.ts';

/** To the platform's team, logged in or not. */
export default function PlatformForm() {
  const form = useForm({ defaultValues: { name: '', email: '', subject: '', message: '' } });
  const { register, formState } = form;
  const { errors } = formState;
  const { submit, kept, problems } = useRequestForm({
    type: 'platformMessages.create',
    form,
    draft: 'contact',
    argsOf: (values) => values,
    valuesOf: (args) => args,
    isMine: () => true,
    sent: 'Formulaire envoyé avec succès',
    failed: "Erreur lors de l'envoi du formulaire",
  });
  return (
    <RequestFrame onSubmit={submit} problems={problems} kept={kept} busy={formState.isSubmitting} action="Envoyer">
      <TextField label="Nom" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <EmailField error={errors.email?.message} {...register('email')} />
      <TextField label="Sujet" error={errors.subject?.message} {...register('subject')} />
      <TextArea label="Message" rows={7} error={errors.message?.message} {...register('message')} />
    </RequestFrame>
  );
}
