// The form that writes to a shop.
import { useForm } from 'react-hook-form';
import type { Store } from '#contract/stores.ts';
import { TextArea, TextField } from '#ui/controls/text-fields.tsx';
import { RequestFrame } from './request-form.tsx';
import { addressedTo, useRequestForm } from './use-request-form.ts';

export default function MessageForm({ store }: { store: Store }) {
  const form = useForm({ defaultValues: { subject: '', message: '' } });
  const { register, formState } = form;
  const { addressee, common } = addressedTo(store);
  const { submit, kept, problems } = useRequestForm({
    type: 'messages.create',
    form,
    draft: `message ${addressee.store}`,
    argsOf: (values) => ({ ...values, ...addressee }),
    valuesOf: ({ subject, message }) => ({ subject, message }),
    ...common,
  });
  return (
    <RequestFrame onSubmit={submit} problems={problems} kept={kept} busy={formState.isSubmitting} action="Envoyer">
      <TextField label="Sujet :" error={formState.errors.subject?.message} {...register('subject')} />
      <TextArea label="Votre Message :" rows={6} error={formState.errors.message?.message} {...register('message')} />
    </RequestFrame>
  );
}
