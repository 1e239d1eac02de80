// Form draft: typed but unsent fields, with the base values and version that they were typed against.
import { discardDraft, loadDraft, saveDraft } from '../session/draft-store.ts';
import { differs, type FormBase } from './form-definition.ts';

type Values = Record<string, unknown>;

/** Key next to the field values; no field has this name. */
const BASE = '@base';

/** @param base current base of the form; fields that another device changed after the input keep their draft's base */
export function restoreDraft<V extends object>(
  key: string,
  fields: readonly string[],
  base: FormBase<V>,
): { typed: Values; base: FormBase<V> } {
  const draft = loadDraft(key) ?? {};
  const before = draft[BASE] as FormBase<Values> | undefined;
  const names = fields.filter((name) => Object.hasOwn(draft, name));
  const typed = Object.fromEntries(names.map((name) => [name, draft[name]]));
  const shown = base.values as Values;
  const outdated = names.filter(
    (name) =>
      before &&
      Object.hasOwn(before.values, name) &&
      differs(draft[name], shown[name]) &&
      differs(before.values[name], shown[name]),
  );
  if (!before || outdated.length === 0) return { typed, base };
  const values = Object.fromEntries(outdated.map((name) => [name, before.values[name]]));
  return { typed, base: { values: { ...base.values, ...values }, version: before.version } };
}

/** Stores these fields; without any, deletes the draft. */
export function storeDraft(key: string, names: readonly string[], typed: Values, base: FormBase<Values>): void {
  if (names.length === 0) {
    if (loadDraft(key)) discardDraft(key);
    return;
  }
  const pick = (from: Values) => Object.fromEntries(names.map((name) => [name, from[name]]));
  const { version, values } = base;
  saveDraft(key, { ...pick(typed), ...(version !== null && { [BASE]: { version, values: pick(values) } }) });
}
