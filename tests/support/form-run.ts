// One random run of a form: a user types, saves, leaves, returns and reloads, offline or with late and lost answers,
// while another device edits the same record. Guarantees after each run: no typed value is lost, no old value is sent,
// no value of another device is overwritten without being shown, and no message is wrong.
import * as fc from 'fast-check';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { expect } from 'vitest';
import type { SaveOutcome } from '#state/forms/form-definition.ts';
import type { FormScene, OpenForm, ShownForm } from './form-scene.ts';
import { until } from './page.ts';

interface FormRow<V extends FieldValues> {
  name: string;
  /** The fields of the run, with a unique value for each number. */
  fields: Partial<Record<FieldPath<V>, (n: number) => unknown>>;
  shown: ShownForm<V>;
  /**
   * Sent without the outbox: an unanswered write may have been done, stays in the form, and is known after the next
   * read.
   */
  isOnline?: true;
  /** Creates the record before each run. */
  begin?(): Promise<void>;
  /** Values that make the rest of the form valid. */
  filled?: Partial<V>;
  /** The form's value as sent in a command; unchanged by default. */
  asSent?: (value: unknown) => unknown;
}
/** A form that edits a record. */
export interface EditRow<V extends FieldValues = FieldValues> extends FormRow<V> {
  /** The server's values in the shape of the form. */
  readStored(): Promise<V>;
  /** Writes one field from another device. */
  elsewhere(field: string, value: unknown): Promise<unknown>;
}
/** A form that creates a record each time. */
export interface NewRow<V extends FieldValues = FieldValues> extends FormRow<V> {
  /** Values of the one field that the server has received. */
  received(): Promise<unknown[]>;
}

export type Action =
  | { do: 'type' | 'elsewhere'; field: number }
  | {
      do:
        | 'save'
        | 'saveHeld'
        | 'saveLost'
        | 'release'
        | 'come back'
        | 'reload'
        | 'down'
        | 'up'
        | 'draw'
        | 'drain'
        | 'revert';
    };

const field = fc.nat(11);
const once = (...names: Exclude<Action['do'], 'type' | 'elsewhere'>[]) =>
  fc.constantFrom(...names.map((name) => ({ do: name })));
export const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: field.map((at): Action => ({ do: 'type', field: at })) },
    { weight: 2, arbitrary: field.map((at): Action => ({ do: 'elsewhere', field: at })) },
    { weight: 5, arbitrary: once('save', 'saveHeld', 'saveLost') },
    { weight: 4, arbitrary: once('release', 'draw', 'drain', 'come back') },
    { weight: 3, arbitrary: once('down', 'up', 'up') },
    { weight: 1, arbitrary: once('reload', 'revert') },
  ),
  { minLength: 4, maxLength: 18 },
);

let made = 0;
const isWrite = ({ method }: { method: string }) => method !== 'GET';
const at = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => Reflect.get(value as object, name), values);

interface Typed {
  n: number;
  value: unknown;
  /** Without the outbox: its save failed, so it stayed in the form until it was typed over. */
  isBack?: boolean;
}

/** The recorded history of one field. */
class FieldModel {
  /** Typed, and neither sent nor reverted. */
  dirty: Typed | null = null;
  /** All values given to a save, in order. */
  readonly saved: Typed[] = [];
  /** Values shown by the form, or to the user in a decision. */
  readonly shownValues = new Set<string>();
  lastAccepted = -1;
}

export async function runForm(scene: FormScene, row: EditRow | NewRow, life: readonly Action[]): Promise<void> {
  const isEdit = 'readStored' in row;
  const names = Object.keys(row.fields);
  const models = new Map(names.map((name) => [name, new FieldModel()]));
  const model = (name: string) => models.get(name) as FieldModel;
  const saves: Promise<unknown>[] = [];
  await row.begin?.();
  let form: OpenForm<FieldValues> = await scene.open(row.shown);
  let stored = isEdit ? await row.readStored() : null;

  function recordShown(): void {
    for (const name of names) model(name).shownValues.add(JSON.stringify(at(form.values(), name)));
  }

  /** Checks the writes accepted by the server since the last call against the typed and shown values. */
  async function checkAccepted(): Promise<void> {
    if (!isEdit) return;
    const before = stored;
    stored = await row.readStored();
    for (const name of names) {
      const [was, is] = [JSON.stringify(at(before, name)), JSON.stringify(at(stored, name))];
      if (was === is) continue;
      const { saved, shownValues: seen, lastAccepted } = model(name);
      const own = saved.find(({ value }) => JSON.stringify(value) === is);
      expect(own, `${name}: ${is} is on the server, and was never saved here`).toBeDefined();
      expect(own?.n, `${name}: ${is} is older than what was accepted before`).toBeGreaterThan(lastAccepted);
      const isOwn = saved.some(({ value }) => JSON.stringify(value) === was);
      expect(isOwn || seen.has(was), `${name}: ${was} was overwritten unseen by ${is}`).toBe(true);
      model(name).lastAccepted = own?.n ?? -1;
    }
  }

  async function save(): Promise<void> {
    if (form.life.state.isSending) return;
    for (const [name, value] of Object.entries(row.filled ?? {})) form.type(name, value);
    for (const name of names) {
      const { dirty, saved } = model(name);
      if (dirty) saved.push(dirty);
    }
    const current = form;
    const typedNow = names.map((name) => [name, model(name).dirty] as const);
    const outcome = current.life.save().then(async (result: SaveOutcome) => {
      if (result.outcome === 'refused') {
        if (row.isOnline) {
          for (const [, typed] of typedNow) if (typed) typed.isBack = true;
          return;
        }
        // It is in the form again.
        for (const [name, typed] of typedNow) {
          const { saved } = model(name);
          if (typed) saved.splice(saved.indexOf(typed), 1);
        }
        return;
      }
      for (const [name, typed] of typedNow) {
        if (model(name).dirty === typed) model(name).dirty = null;
      }
    });
    saves.push(outcome);
  }

  /** Releases held answers until the work is done. */
  async function releasing(work: Promise<unknown>): Promise<void> {
    let isOver = false;
    const done = work.finally(() => {
      isOver = true;
    });
    // Thrown below.
    done.catch(() => {});
    while (!isOver) {
      await scene.network.release();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await done;
  }
  const settle = () => releasing(Promise.all(saves.splice(0)));

  async function act(action: Action): Promise<void> {
    const name = 'field' in action ? (names[action.field % names.length] as string) : '';
    switch (action.do) {
      case 'type': {
        made += 1;
        const value = row.fields[name]?.(made);
        form.type(name, value as never);
        model(name).dirty = { n: made, value };
        return;
      }
      case 'elsewhere': {
        if (!isEdit) return;
        await checkAccepted();
        made += 1;
        await row.elsewhere(name, row.fields[name]?.(made));
        stored = await row.readStored();
        return;
      }
      case 'save':
        await save();
        return settle();
      case 'saveHeld': {
        if (scene.network.up) scene.network.fail(isWrite, 'held', 1);
        const waiting = scene.network.nextHeldAnswer();
        await save();
        const done = Promise.all(saves);
        await Promise.race([waiting, done]);
        return;
      }
      case 'saveLost':
        scene.network.fail(isWrite, 'lost', 1);
        await save();
        return settle();
      case 'release':
        return settle();
      case 'come back':
        form.leave();
        form = await scene.open(row.shown);
        return;
      case 'reload':
        await settle();
        form.leave();
        await scene.modules.drafts.saveDrafts();
        await scene.reload();
        form = await scene.open(row.shown);
        return;
      case 'down':
        scene.network.up = false;
        return;
      case 'up':
        scene.network.up = true;
        return;
      case 'draw':
        return form.draw();
      case 'drain':
        return releasing(scene.drain());
      case 'revert':
        await settle();
        form.life.revert();
        for (const each of names) model(each).dirty = null;
    }
  }

  recordShown();
  for (const action of life) {
    await act(action);
    recordShown();
    await checkAccepted();
  }

  scene.network.heal();
  await settle();
  await scene.sendAll();
  await checkAccepted();
  await form.draw();
  const left = form.values();
  form.leave();
  form = await scene.open(row.shown);

  for (const { tone, fields } of scene.decisions()) {
    if (tone !== 'conflict') continue;
    for (const asked of fields) {
      const about = names.filter((name) => name.split('.')[0] === asked.name).map(model);
      const isNewer = about.some(({ saved, lastAccepted }) => (saved.at(-1)?.n ?? -1) > lastAccepted);
      expect(about.length === 0 || isNewer, `${asked.name}: asked about, and nothing newer was saved here`).toBe(true);
    }
  }
  const refused = await row.shown.refusal?.();
  if (refused && names.every((name) => !model(name).dirty)) {
    expect(form.values(), 'what was refused is in its form').toMatchObject(refused.values);
  }

  // The list of refused writes follows the device a moment later.
  const known = () =>
    JSON.stringify([scene.rows().map(({ args }) => args), scene.decisions().map(({ content }) => content)]);
  const asSent = row.asSent ?? ((value: unknown) => value);
  for (const name of names) {
    const { dirty, saved, lastAccepted } = model(name);
    const shown = at(form.values(), name);
    if (dirty) expect(shown, `${name}: typed and not sent`).toEqual(dirty.value);
    if (!isEdit || row.isOnline) continue;
    const last = saved.at(-1);
    const isInForm = last !== undefined && JSON.stringify(shown) === JSON.stringify(last.value);
    if (last && last.n > lastAccepted && last !== dirty && !isInForm) {
      const sent = JSON.stringify(asSent(last.value));
      await until(() => known().includes(sent), `${name}: ${sent} was saved, and waits or was refused`);
    }
    if (dirty || scene.rows().length + scene.decisions().length > 0) continue;
    // The two numbers of a place are one value: while one is typed, the other stays beside it.
    const isTypedBeside = names.some((other) => other.split('.')[0] === name.split('.')[0] && model(other).dirty);
    if (isTypedBeside) expect(shown, `${name}: as it was left`).toEqual(at(left, name));
    else expect(shown, `${name}: the form shows what the server holds`).toEqual(at(stored, name));
  }
  if (!isEdit) {
    const [name = ''] = names;
    const { saved } = model(name);
    const received = (await row.received()).map((value) => JSON.stringify(value));
    for (const { value, isBack } of saved) {
      // What nobody typed over is in the form, as asserted above.
      if (isBack && !received.includes(JSON.stringify(value))) continue;
      const times = received.filter((one) => one === JSON.stringify(value)).length;
      const sent = JSON.stringify(asSent(value));
      expect(times, `${sent} was sent at most once`).toBeLessThan(2);
      if (times === 0) await until(() => known().includes(sent), `${sent} was sent, waits or was refused`);
    }
  }
  await clean();

  async function clean(): Promise<void> {
    form.life.revert();
    form.leave();
    await scene.modules.drafts.saveDrafts();
    await scene.clear();
  }
}
