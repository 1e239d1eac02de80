// What a page says of a form that saves offline: what it is filled from, how it is sent, how a refusal comes back. Pure.
import type { FieldValues, Path } from 'react-hook-form';
import type { Violation } from '#contract/wire/hydra.ts';
import type { SendOutcome, Submitted } from '#sync/submit-and-wait.ts';
import type { WriteEnd } from '../page/engine-port.ts';

/** What a form is filled from: the view of the server with what waits on this device applied. */
export interface FormSource<V> {
  values: V;
  /** Of the server's view; null for a form that begins empty each time. */
  version: number | null;
  /** Ids of the commands that wait and are applied in `values`. */
  waiting: readonly string[];
}

/** What the person was looking at when they typed: what their changes are compared with. */
export interface FormBase<V> {
  values: V;
  version: number | null;
}

/** A save that was refused, in the terms of the form. */
export interface FormRefusal<V> {
  /** Of the command; null if it was refused before it was stored. */
  id: string | null;
  text: string;
  violations: readonly Violation[];
  /** What was asked. */
  values: Partial<V>;
}

export type SendResult =
  /** The fields differ, what they say does not. */
  | { outcome: 'unchanged' }
  | ({ outcome: 'refused' } & Omit<FormRefusal<unknown>, 'values'>)
  /** Sent without the outbox. */
  | Extract<SendOutcome, { outcome: 'sent' }>
  | Submitted;

/** What a form answers by itself when the rules of the contract refuse what was typed; null when they do not. */
export const refusedBy = (violations: readonly Violation[]): SendResult | null =>
  violations.length === 0 ? null : { outcome: 'refused', id: null, text: '', violations };

export type SaveOutcome = Saved | { outcome: 'refused' };
/** Done, or on its way. */
export type Saved = Exclude<SendOutcome, { outcome: 'refused' }> | { outcome: 'unchanged' };

export interface OfflineFormOptions<V extends FieldValues> {
  /** Name of the draft: the form and what it is about, 'code promo 12'. */
  draft: string;
  /** After a save: the form goes on from what was saved, or begins empty again. */
  afterSave: 'follow' | 'empty';
  source: FormSource<V>;
  /** Builds the command and submits it. Rejects when the device cannot store it. */
  send(typed: V, base: FormBase<V>): Promise<SendResult>;
  /** The field that shows a violation; null for the whole form. */
  fieldOf?(propertyPath: string): Path<V> | null;
  /** How a command ended, if it has. */
  endOf(id: string): WriteEnd | undefined;
  /** A refusal is shown at the fields. `answered`: at once, to the person who has just asked. */
  onRefusalShown(id: string, answered: boolean): void;
}

/** What a page gives of its form, without what the screen adds. */
export type OfflineFormDefinition<V extends FieldValues> = Pick<
  OfflineFormOptions<V>,
  'draft' | 'afterSave' | 'source' | 'send' | 'fieldOf'
>;

export const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);

/** The entries of `after` that differ from `before`: only those are sent, another device may have changed the rest. */
export function changedEntries<T extends object>(before: T, after: T): Partial<T> {
  const changed = Object.entries(after).filter(([name, value]) => differs(value, Reflect.get(before, name)));
  return Object.fromEntries(changed) as Partial<T>;
}

/**
 * The values of a command's base: as the server says them where the form was filled with what is shown now, else as they were
 * when the person began to type.
 * @param names of what is sent
 * @param begun what the form was filled with, as it would be sent
 * @param shown the same of the source
 */
export function baseValues<T extends object>(
  names: readonly string[],
  { begun, shown, server }: { begun: T; shown: T; server: object },
): Record<string, unknown> {
  const seenIn = (name: string) => {
    const isShown = !differs(Reflect.get(begun, name), Reflect.get(shown, name));
    return Reflect.get(isShown && name in server ? server : begun, name);
  };
  return Object.fromEntries(names.map((name) => [name, seenIn(name)]));
}
