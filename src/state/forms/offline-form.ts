// Offline form: state machine of a form whose changes may be pending on the device, without React. Guarantees:
// - typed values are stored as a draft until they are in the outbox, and no longer, even if the user leaves before the
// answer;
// - values typed during a save remain, and are compared with the sent ones;
// - a refusal, at once or days later, restores the refused values with a message at each field;
// - changes of other fields by another device are merged; for the same field the old base is sent, so that the outbox
// detects the conflict;
// - a second save before the first answer is based on the first.
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type { SendOutcome, Submitted } from '#sync/submit-and-wait.ts';
import { saveDrafts } from '../session/draft-store.ts';
import {
  differs,
  type FormBase,
  type FormRefusal,
  type FormSource,
  type OfflineFormOptions,
  type OfflineFormState,
  type SaveOutcome,
  type SendResult,
} from './form-definition.ts';
import { restoreDraft, storeDraft } from './form-draft.ts';
import { markViolations } from './mark-violations.ts';

type FormControl<V extends FieldValues> = Pick<
  UseFormReturn<V>,
  'getValues' | 'setValue' | 'setError' | 'clearErrors' | 'subscribe'
>;

const copy = <T>(value: T): T => structuredClone(value);

/** A save that the server's view does not contain yet. */
interface OwnSave {
  id: string;
  /** The first version of the server's view that may contain it. */
  fromVersion: number;
}

export class OfflineForm<V extends FieldValues> {
  readonly #form: FormControl<V>;
  readonly #listeners = new Set<() => void>();
  #options: OfflineFormOptions<V>;
  #base: FormBase<V>;
  /** Values in the outbox without an answer yet; no longer a draft. */
  #sent: V | null = null;
  #ownSave: OwnSave | null = null;
  /** Command of the displayed refusal. */
  #refusedId: string | null = null;
  /** Values as last set here or stored by a save; different ones were typed since. */
  #given: FieldValues;
  #isStarted = false;
  #state: OfflineFormState = { isDirty: false, isSending: false, messages: [], isRefused: false };

  /** @param form its default values are those of `options.source` */
  constructor(form: FormControl<V>, options: OfflineFormOptions<V>) {
    this.#form = form;
    this.#options = options;
    this.#base = { values: copy(options.source.values), version: options.source.version };
    this.#given = copy(options.source.values);
  }

  get state(): OfflineFormState {
    return this.#state;
  }

  /** @returns stops listening */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Restores the current user's draft and stores further input. @returns stops it */
  start(): () => void {
    this.#restoreDraft();
    this.#isStarted = true;
    const stop = this.#form.subscribe({ formState: { values: true }, callback: () => this.#afterTyping() });
    this.#afterTyping();
    return () => {
      this.#isStarted = false;
      stop();
    };
  }

  /** Called at each render with its options: applies changes of the source. */
  update(options: OfflineFormOptions<V>): void {
    const isNew = differs(options.source, this.#options.source);
    this.#options = options;
    if (isNew || this.#ownSave) this.#followSource();
  }

  /** Restores a late refusal, unless the user has typed other values in its fields. */
  restore(refusal: FormRefusal<V> & { id: string }): void {
    if (refusal.id === this.#refusedId) return;
    if (this.#ownSave?.id === refusal.id) this.#ownSave = null;
    this.#followSource();
    const typed = this.#form.getValues();
    const refusedNames = Object.keys(refusal.values).filter((name) => differs(typed[name], refusal.values[name]));
    const dirty = this.#dirtyNames();
    if (refusedNames.some((name) => dirty.includes(name) || differs(typed[name], this.#given[name]))) return;
    this.#refusedId = refusal.id;
    for (const name of refusedNames) this.#set(name, refusal.values[name]);
    this.#showViolations(refusal, false);
    this.#options.onRefusalShown(refusal.id, false);
    this.#afterTyping();
  }

  /** Resolves to `refused` when the messages are at the fields; rejects if the device cannot store the change. */
  async save(): Promise<SaveOutcome> {
    const { afterSave, send } = this.#options;
    const typed = copy(this.#form.getValues());
    this.#form.clearErrors();
    this.#change({ isSending: true, isRefused: false, messages: [] });
    try {
      const result = await this.#settle(typed, await send(typed, copy(this.#base)));
      this.#sent = null;
      if (result.outcome === 'refused') {
        this.#ownSave = null;
        this.#refusedId = result.id;
        this.#showViolations(result, true);
        if (result.id !== null) this.#options.onRefusalShown(result.id, true);
        return { outcome: 'refused' };
      }
      const version = result.outcome === 'sent' ? (result.answer as { version?: number } | null)?.version : undefined;
      if (this.#ownSave && version !== undefined) this.#ownSave.fromVersion = version;
      if (afterSave === 'follow') this.#base = { ...this.#base, values: typed };
      else this.#startEmpty(typed);
      return result;
    } finally {
      this.#change({ isSending: false });
      this.#followSource();
      await this.#storeDraftNow();
    }
  }

  /** In the outbox, the sent values are no longer a draft. */
  async #settle(typed: V, result: SendResult): Promise<Exclude<SendResult, Submitted> | SendOutcome> {
    if (!('settled' in result)) return result;
    this.#sent = typed;
    this.#given = { ...typed };
    this.#ownSave = { id: result.id, fromVersion: (this.#base.version ?? 0) + 1 };
    await this.#storeDraftNow();
    return result.settled;
  }

  /** Discards the unsent values. */
  revert(): void {
    const { source } = this.#options;
    if (!this.#isBehind(source)) this.#base = { values: copy(source.values), version: source.version };
    for (const name of this.#dirtyNames()) this.#set(name, this.#base.values[name]);
    this.#form.clearErrors();
    this.#change({ isRefused: false, messages: [] });
    this.#afterTyping();
  }

  /** Starts empty again; values typed during the save remain. */
  #startEmpty(sent: V): void {
    const typed = this.#form.getValues();
    for (const [name, value] of Object.entries(this.#base.values)) {
      if (!differs(typed[name], sent[name])) this.#set(name, value);
    }
  }

  #restoreDraft(): void {
    const fields = Object.keys(this.#form.getValues());
    const { typed, base } = restoreDraft(this.#options.draft, fields, this.#base);
    this.#base = base;
    for (const [name, value] of Object.entries(typed)) this.#set(name, value);
  }

  #followSource(): void {
    const { source } = this.#options;
    if (this.#sent || this.#state.isSending || this.#isBehind(source)) return;
    this.#ownSave = null;
    const [typed, before] = [this.#form.getValues(), this.#base];
    const dirty = this.#dirtyNames();
    const values: FieldValues = copy(source.values);
    let hasConflict = false;
    for (const [name, shown] of Object.entries(values)) {
      if (!dirty.includes(name)) {
        if (differs(typed[name], shown)) this.#set(name, shown);
      } else if (differs(typed[name], shown) && differs(before.values[name], shown)) {
        hasConflict = true;
        values[name] = before.values[name];
      }
    }
    this.#base = { values: values as V, version: hasConflict ? before.version : source.version };
    this.#afterTyping();
  }

  /** Whether the view is older than the form's last save, or than the refusal of one. */
  #isBehind({ version, waiting }: FormSource<V>): boolean {
    const ownSave = this.#ownSave;
    // The view still contains a change that was refused meanwhile.
    if (this.#refusedId !== null && waiting.includes(this.#refusedId)) return true;
    if (!ownSave || version === null || waiting.includes(ownSave.id) || version >= ownSave.fromVersion) return false;
    const end = this.#options.endOf(ownSave.id);
    return end === undefined || end === 'done';
  }

  #dirtyNames(): string[] {
    const typed = this.#form.getValues();
    return Object.keys(typed).filter((name) => differs(typed[name], this.#base.values[name]));
  }

  /** Fields that are typed and not in the outbox. */
  #unsentNames(): string[] {
    const typed = this.#form.getValues();
    return this.#dirtyNames().filter((name) => !this.#sent || differs(typed[name], this.#sent[name]));
  }

  #afterTyping(): void {
    this.#change({ isDirty: this.#unsentNames().length > 0 });
    // After leaving the page it stores no drafts: another instance may show the form.
    if (this.#isStarted) this.#writeDraft();
  }

  #writeDraft(): void {
    const { version, values } = this.#base;
    const base = { version, values: { ...values, ...this.#sent } };
    storeDraft(this.#options.draft, this.#unsentNames(), this.#form.getValues(), base);
  }

  /** Also after leaving the page: values in the outbox are no longer a draft. */
  async #storeDraftNow(): Promise<void> {
    this.#afterTyping();
    if (!this.#isStarted && this.#sent) this.#writeDraft();
    await saveDrafts().catch(console.error);
  }

  #showViolations({ text, violations }: Pick<FormRefusal<V>, 'text' | 'violations'>, focus: boolean): void {
    const messages = markViolations(this.#form, violations, this.#options.fieldOf, focus);
    this.#change({ isRefused: true, messages: violations.length === 0 && text !== '' ? [text] : messages });
  }

  #set(name: string, value: unknown): void {
    this.#given[name] = copy(value);
    this.#form.setValue(name as Path<V>, copy(value) as PathValue<V, Path<V>>, { shouldDirty: true });
    this.#form.clearErrors(name as Path<V>);
  }

  #change(change: Partial<OfflineFormState>): void {
    const next = { ...this.#state, ...change };
    if (!differs(next, this.#state)) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}
