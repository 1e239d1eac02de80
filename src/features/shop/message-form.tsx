import { useForm } from 'react-hook-form';
import type { Store } from '#contract/stores.ts';
import { TextArea, TextField } from '#ui/fields.tsx';
import { RequestFrame } from './request-parts.tsx';
import { failedToSend, sentToStore } from './request-words.ts';
import { useRequest } from './use-request.ts';

const SUBJECT_LENGTH = 150;
const MESSAGE_LENGTH = 4000;

export default function MessageForm({ store }: { store: Store }) {
  const form = useForm({ defaultValues: { subject: '', message: '' } });
  const { register, formState } = form;
  const iri = store['@id'];
  const { submit, kept, problem } = useRequest({
    type: 'messages.create',
    form,
    draft: `message ${iri}`,
    argsOf: (values) => ({ ...values, store: iri, about: { slug: store.slug, name: store.name } }),
    valuesOf: ({ subject, message }) => ({ subject, message }),
    isMine: (args) => args.store === iri,
    sent: sentToStore,
    failed: failedToSend,
  });
  return (
    <RequestFrame onSubmit={submit} problem={problem} kept={kept} busy={formState.isSubmitting} action="Envoyer">
      <TextField
        label="Sujet :"
        maxLength={SUBJECT_LENGTH}
        error={formState.errors.subject?.message}
        {...register('subject')}
      />
      <TextArea
        label="Votre Message :"
        rows={6}
        maxLength={MESSAGE_LENGTH}
        error={formState.errors.message?.message}
        {...register('message')}
      />
    </RequestFrame>
  );
}
