// A form that asks or says something and begins empty again once it is sent: messages, appointments, quotes, reviews, contact.
import { type FormEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Store } from '#contract/catalogue/stores.ts';
import { submitRequest, useEnd, useRefusedRequest } from '#state/account/requests.ts';
import type { OfflineFormDefinition } from '#state/forms/form-definition.ts';
import { useOfflineForm } from '#state/forms/use-offline-form.ts';
import { useFlash } from '#state/page/flash.ts';

type Type = Parameters<typeof useRefusedRequest>[0];
type ArgsOf<T extends Type> = Parameters<typeof submitRequest<T>>[1];

export interface RequestForm<V extends FieldValues, T extends Type> {
  type: T;
  /** Names the form and what it is about, for what is typed and not sent. */
  draft: string;
  /** What the form begins with. */
  start: V;
  argsOf: (values: V) => ArgsOf<T>;
  /** The same, back: for a request that was refused after it had waited. */
  valuesOf: (args: ArgsOf<T>) => V;
  isMine: (args: ArgsOf<T>) => boolean;
  sent: string;
  failed: string;
  onSaved?: () => void;
}

export function requestForm<V extends FieldValues, T extends Type>({
  type,
  draft,
  start,
  argsOf,
}: Pick<RequestForm<V, T>, 'type' | 'draft' | 'start' | 'argsOf'>): OfflineFormDefinition<V> {
  return {
    draft,
    afterSave: 'empty',
    source: { values: start, version: null, waiting: [] },
    send: (typed) => submitRequest(type, argsOf(typed)),
  };
}

/**
 * `kept`: it waits on the device, and the form is free again; `problems`: that nothing was sent, and why, as far as it has no
 * field.
 */
export function useRequestForm<V extends FieldValues, T extends Type>(request: RequestForm<V, T>) {
  const { type, valuesOf, isMine, sent, failed } = request;
  const flash = useFlash();
  const [waiting, setWaiting] = useState<string | null>(null);
  const refused = useRefusedRequest(type, isMine);
  const { form, submit, isSending, isRefused, messages } = useOfflineForm<V>({
    ...requestForm(request),
    refusal: refused && { ...refused, values: valuesOf(refused.asked) },
    onSaved(result) {
      request.onSaved?.();
      if (result.outcome === 'queued') setWaiting(result.id);
      else flash(sent);
    },
  });
  // It waited, and is gone meanwhile: reported as if it had gone at once. A refusal comes back on its own.
  useEnd(waiting, (outcome) => {
    setWaiting(null);
    if (outcome === 'done') flash(sent);
  });
  const problems = isRefused ? [failed, ...messages.filter((message) => message !== failed)] : messages;
  return {
    form,
    submit: (event: FormEvent) => {
      setWaiting(null);
      return submit(event);
    },
    kept: waiting !== null,
    isSending,
    problems,
  };
}

/** The shop a message goes to, how its refused messages are recognised when they come back, and what is said once it is sent. */
export function addressedTo({ '@id': iri, slug, name }: Store) {
  return {
    addressee: { store: iri, about: { slug, name } },
    common: {
      isMine: (args: { store: string }) => args.store === iri,
      sent: 'Message envoyé avec succès',
      failed: 'Erreur lors de l‘envoi du message',
    },
  };
}
