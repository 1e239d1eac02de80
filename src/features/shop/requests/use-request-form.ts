// useRequestForm: a form emptied after each submission: messages, appointments, estimates, reviews, contact.
import { type FormEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Store } from '#contract/catalogue/stores.ts';
import { submitRequest, useRefusedRequest, useWriteEnd } from '#state/account/requests.ts';
import type { OfflineFormDefinition } from '#state/forms/form-definition.ts';
import { useOfflineForm } from '#state/forms/use-offline-form.ts';
import { useFlash } from '#state/page/flash.ts';

type Type = Parameters<typeof useRefusedRequest>[0];
type ArgsOf<T extends Type> = Parameters<typeof submitRequest<T>>[1];

export interface RequestForm<V extends FieldValues, T extends Type> {
  type: T;
  /** Draft key: form and subject. */
  draft: string;
  /** Initial values. */
  start: V;
  /** Commands that the initial values contain, so that a refusal of one does not count as a change from elsewhere. */
  waiting?: readonly string[];
  argsOf: (values: V) => ArgsOf<T>;
  /** Inverse: restores the values of a refused request. */
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
  waiting = [],
  argsOf,
}: Pick<RequestForm<V, T>, 'type' | 'draft' | 'start' | 'waiting' | 'argsOf'>): OfflineFormDefinition<V> {
  return {
    draft,
    afterSave: 'empty',
    source: { values: start, version: null, waiting },
    send: (typed) => submitRequest(type, argsOf(typed)),
  };
}

/** `kept`: stored on the device, and the form is free again; `problems`: nothing was sent, with general problems. */
export function useRequestForm<V extends FieldValues, T extends Type>(request: RequestForm<V, T>) {
  const { type, valuesOf, isMine, sent, failed } = request;
  const flash = useFlash();
  const [waiting, setWaiting] = useState<string | null>(null);
  const refused = useRefusedRequest(type, isMine);
  const { form, submit, isSending, isRefused, messages } = useOfflineForm<V>({
    ...requestForm(request),
    refusal: refused && { ...refused, values: valuesOf(refused.request) },
    onSaved(result) {
      request.onSaved?.();
      if (result.outcome === 'queued') setWaiting(result.id);
      else flash(sent);
    },
  });
  // A pending request was sent: reported like an immediate one. Refusals are restored elsewhere.
  useWriteEnd(waiting, (outcome) => {
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
    isWaiting: waiting !== null,
    isSending,
    problems,
  };
}

/** Store of a message, match of its refused requests, and success text. */
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
