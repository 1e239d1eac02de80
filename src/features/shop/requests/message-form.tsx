// MessageForm: message to a store.
import type { Store } from '#contract/catalogue/stores.ts';
import { requestTypes } from '#state/account/requests.ts';
import { TextArea, TextField } from '#ui/fields/text-fields.tsx';
import { RequestFrame } from './request-form.tsx';
import { addressedTo, type RequestForm, useRequestForm } from './use-request-form.ts';

const start = { subject: '', message: '' };

export function messageForm(store: Store): RequestForm<typeof start, typeof requestTypes.message> {
  const { addressee, common } = addressedTo(store);
  return {
    type: requestTypes.message,
    draft: `message ${addressee.store}`,
    start,
    argsOf: (values) => ({ ...values, ...addressee }),
    valuesOf: ({ subject, message }) => ({ subject, message }),
    ...common,
  };
}

export default function MessageForm({ store }: { store: Store }) {
  const { form, submit, isWaiting, isSending, problems } = useRequestForm(messageForm(store));
  const { register, formState } = form;
  return (
    <RequestFrame onSubmit={submit} problems={problems} isWaiting={isWaiting} busy={isSending} action="Envoyer">
      <TextField label="Sujet :" error={formState.errors.subject?.message} {...register('subject')} />
      <TextArea label="Votre Message :" rows={6} error={formState.errors.message?.message} {...register('message')} />
    </RequestFrame>
  );
}
