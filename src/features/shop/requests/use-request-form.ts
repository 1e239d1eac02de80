// The life of a form whose content may wait for the network: sent, kept on the device, or refused with the mistakes at their fields.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { Violation } from '#contract/hydra.ts';
import type { Store } from '#contract/stores.ts';
import { isFull, notKeptSentence } from '#domain/not-kept.ts';
import type { RequestOutcome } from '#state/page/engine-port.ts';
import { useFlash } from '#state/page/flash.ts';
import { saveDrafts } from '#state/session/draft-store.ts';
import { beginAnew } from '#state/session/typed-since.ts';
import { useDraft } from '#state/session/use-draft.ts';
import { useRefusalInForm } from '#state/writes/refusal-in-form.ts';
import { sendRequest, useEnd, useRefusedRequest } from '#state/writes/requests.ts';

type Type = Parameters<typeof useRefusedRequest>[0];
type ArgsOf<T extends Type> = Parameters<typeof sendRequest<T>>[1];

interface RequestForm<V extends FieldValues, T extends Type> {
  type: T;
  form: UseFormReturn<V>;
  /** Names the form and what it is about, for what is typed and not sent. */
  draft: string;
  argsOf: (values: V) => ArgsOf<T>;
  /** The same, back: for a request that was refused after it had waited. */
  valuesOf: (args: ArgsOf<T>) => V;
  isMine: (args: ArgsOf<T>) => boolean;
  sent: string;
  failed: string;
}

/**
 * The life of a form whose content may wait for the network. `kept`: it waits on the device, and the form is free again;
 * `problems`: that nothing was sent, and why, as far as it does not stand at the fields.
 */
export function useRequestForm<V extends FieldValues, T extends Type>(request: RequestForm<V, T>) {
  const { type, form, draft, argsOf, valuesOf, isMine, sent, failed } = request;
  const { handleSubmit, setError, clearErrors } = form;
  const { isDirty } = form.formState;
  const flash = useFlash();
  const [waiting, setWaiting] = useState<string | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);

  const mark = (violations: readonly Violation[], text: string, focus: boolean) => {
    const known = Object.keys(form.getValues());
    const own = violations.filter(({ propertyPath }) => known.includes(propertyPath.split('.')[0] ?? ''));
    for (const [index, { propertyPath, message }] of own.entries()) {
      setError(propertyPath as FieldPath<V>, { type: 'server', message }, { shouldFocus: focus && index === 0 });
    }
    const others = violations.filter((one) => !own.includes(one)).map(({ message }) => message);
    const reasons = others.length === 0 && own.length === 0 ? [text] : others;
    // Where the form is, and nowhere else.
    setProblems([failed, ...reasons.filter((reason) => reason !== failed)]);
  };

  useDraft(draft, form);
  const refusal = useRefusalInForm();
  const refused = useRefusedRequest(type, isMine);
  const takeBack = useRef<() => void>(() => {});
  takeBack.current = () => {
    // What is being typed now is worth more than what was refused; that one stays in the list.
    if (!refused || isDirty) return;
    for (const [name, value] of Object.entries(valuesOf(refused.args))) {
      form.setValue(name as FieldPath<V>, value, { shouldDirty: true });
    }
    // The person may be reading elsewhere on the page: nothing takes the focus from them.
    mark(refused.violations, refused.text, false);
    refusal.show(refused.id, false);
  };
  const refusedId = refused?.id;
  useEffect(() => {
    if (refusedId !== undefined) takeBack.current();
  }, [refusedId]);

  // Kept at first, and gone meanwhile: it is said as if it had gone at once. A refusal comes back on its own.
  useEnd(waiting, (outcome) => {
    setWaiting(null);
    if (outcome === 'done') flash(sent);
  });

  const tell = async (result: RequestOutcome, left: V) => {
    if (result.outcome === 'refused') {
      if (result.id !== null) refusal.show(result.id, true);
      return mark(result.violations, result.text, true);
    }
    beginAnew(form, left);
    // Gone from the device before it is said, so that a reload does not bring back what was sent.
    await saveDrafts().catch(console.error);
    if (result.outcome === 'queued') setWaiting(result.id);
    else flash(sent);
  };
  const underway = useRef(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A second tap while the first is on its way is the same letter.
    if (underway.current) return;
    underway.current = true;
    clearErrors();
    setProblems([]);
    setWaiting(null);
    await handleSubmit(async (values) => {
      refusal.acknowledge();
      try {
        await tell(await sendRequest(type, argsOf(values)), values);
      } catch (failure) {
        console.error(failure);
        const sentence = notKeptSentence(failure);
        // The letter is well: it is the device that has no room for it.
        setProblems(isFull(failure) ? [sentence] : [failed, sentence]);
      }
    })(event);
    underway.current = false;
  };
  return { submit, kept: waiting !== null, problems };
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
