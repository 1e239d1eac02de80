// Form definition of an offline form: its source, its save, and the recovery of a refusal. Pure.
import type { FieldValues, Path } from 'react-hook-form';
import type { Violation } from '#contract/wire/hydra.ts';
import type { SendOutcome, Submitted } from '#sync/submit-and-wait.ts';
import type { WriteEnd } from '../page/engine-port.ts';

/** Source of the form values: the server's view with pending writes applied. */
export interface FormSource<V> {
  values: V;
  /** Version of the server's view; null for a form that starts empty each time. */
  version: number | null;
  /** Ids of the pending commands that are applied in `values`. */
  waiting: readonly string[];
}

/** The values that the user saw while typing; changes are compared with them. */
export interface FormBase<V> {
  values: V;
  version: number | null;
}

/** A refused save, as form values. */
export interface FormRefusal<V> {
  /** Id of the command; null if it was refused before it was stored. */
  id: string | null;
  text: string;
  violations: readonly Violation[];
  /** The values of the refused save. */
  values: Partial<V>;
}

export type SendResult =
  /** The fields differ, but not the values to send. */
  | { outcome: 'unchanged' }
  | ({ outcome: 'refused' } & Omit<FormRefusal<unknown>, 'values'>)
  /** Sent without the outbox. */
  | Extract<SendOutcome, { outcome: 'sent' }>
  | Submitted;

/** The result of a save that the contract rejects; null without violations. */
export const refusalOf = (violations: readonly Violation[]): SendResult | null =>
  violations.length === 0 ? null : { outcome: 'refused', id: null, text: '', violations };

export type SaveOutcome = Saved | { outcome: 'refused' };
/** Sent, pending, or nothing to send. */
export type Saved = Exclude<SendOutcome, { outcome: 'refused' }> | { outcome: 'unchanged' };

export interface OfflineFormOptions<V extends FieldValues> {
  /** Key of the draft: form and subject, 'code promo 12'. */
  draft: string;
  /** After a save: 'follow' continues with the saved values, 'empty' starts again. */
  afterSave: 'follow' | 'empty';
  source: FormSource<V>;
  /** Builds the command and submits it. Rejects if the device cannot store it. */
  send(typed: V, base: FormBase<V>): Promise<SendResult>;
  /** The field that shows a violation; null for the whole form. */
  fieldOf?(propertyPath: string): Path<V> | null;
  /** Outcome of a finished command. */
  endOf(id: string): WriteEnd | undefined;
  /** Called when a refusal is displayed at the fields. `answered`: at once, to the user who has just saved. */
  onRefusalShown(id: string, isImmediate: boolean): void;
}

export interface OfflineFormState {
  /** Some typed values are not in the outbox. */
  isDirty: boolean;
  isSending: boolean;
  /** Messages of a refusal without a field; empty unless `isRefused`. */
  messages: readonly string[];
  isRefused: boolean;
}

/** The part of the options that the page defines; the hook adds the rest. */
export type OfflineFormDefinition<V extends FieldValues> = Pick<
  OfflineFormOptions<V>,
  'draft' | 'afterSave' | 'source' | 'send' | 'fieldOf'
>;

export const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);

/**
 * Entries of `after` that differ from `before`. Only those are sent, since another device may have changed the rest.
 */
export function changedEntries<T extends object>(before: T, after: T): Partial<T> {
  const changed = Object.entries(after).filter(([name, value]) => differs(value, Reflect.get(before, name)));
  return Object.fromEntries(changed) as Partial<T>;
}

/**
 * Base values of a command: the server's values for fields that show the current source, otherwise the values before
 * typing.
 * @param names fields of the command
 * @param before values before typing, as sent
 * @param shown values of the source, as sent
 */
export function baseValues<T extends object>(
  names: readonly string[],
  { before, shown, server }: { before: T; shown: T; server: object },
): Record<string, unknown> {
  const baseValueOf = (name: string) => {
    const isShown = !differs(Reflect.get(before, name), Reflect.get(shown, name));
    return Reflect.get(isShown && name in server ? server : before, name);
  };
  return Object.fromEntries(names.map((name) => [name, baseValueOf(name)]));
}
