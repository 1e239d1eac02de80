// The mistakes that forms like these once had, made on purpose: each must be noticed by what is there for it, which passes without
// the mistake. A conflict that holds up what it has nothing to do with is made in tests/sync/runs-merchant.test.ts.
import type { FieldValues } from 'react-hook-form';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { FormBase } from '#state/forms/form-definition.ts';
import type { OfflineForm } from '#state/forms/offline-form.ts';
import { formRows } from '../support/form-rows.ts';
import { type Action, runForm } from '../support/form-run.ts';
import { type FormScene, openFormScene } from '../support/form-scene.ts';
import { changeFromList } from '../support/product-from-list.ts';
import { openDelivery } from '../support/untouched-delivery.ts';

type Life = typeof OfflineForm<FieldValues>;
type Arguments = ConstructorParameters<Life>;
type Wrong = (right: Record<string, unknown>) => Record<string, unknown>;

interface Mistake {
  /** The module that makes it. */
  in: string;
  wrong: Wrong;
  /** What is there for it, and what that says. */
  noticed(scene: FormScene): Promise<void>;
  says: RegExp;
}

/** The form with other methods. */
const life =
  (wrong: (Right: Life) => Life): Wrong =>
  ({ OfflineForm: Right }) => ({ OfflineForm: wrong(Right as Life) });

const runs =
  (row: string, ...actions: Action[]): Mistake['noticed'] =>
  async (scene) =>
    runForm(scene, (await formRows[row]?.(scene)) as never, actions);
const type = (field = 0): Action => ({ do: 'type', field });
const elsewhere = (field = 0): Action => ({ do: 'elsewhere', field });
const [save, held, release, comeBack, down, up, drain] = (
  ['save', 'saveHeld', 'release', 'come back', 'down', 'up', 'drain'] as const
).map((name): Action => ({ do: name })) as [Action, Action, Action, Action, Action, Action, Action];

const delivery: Mistake['noticed'] = async (scene) => {
  const { draftCount } = await import('#db/drafts.ts');
  const { local } = await scene.modules.ready();
  await openDelivery({
    saveDrafts: scene.modules.drafts.saveDrafts,
    countDrafts: () => Promise.resolve(draftCount(local.db, `u:${scene.ownerId}`)),
  });
};

const mistakes: Record<string, Mistake> = {
  'what is typed while a save is on its way gives way to the answer': {
    in: '#state/forms/offline-form.ts',
    wrong: life(
      (Right) =>
        class extends Right {
          readonly form: Arguments[0];
          constructor(...given: Arguments) {
            super(...given);
            [this.form] = given;
          }
          override async save() {
            const sent = structuredClone(this.form.getValues());
            const result = await super.save();
            for (const [name, value] of Object.entries(sent)) this.form.setValue(name, value, { shouldDirty: true });
            return result;
          }
        },
    ),
    noticed: runs('product', type(0), held, type(1), release),
    says: /typed and not sent/,
  },
  'a change that was refused after it had waited has no way back': {
    in: '#state/forms/offline-form.ts',
    wrong: life(
      (Right) =>
        class extends Right {
          override restore() {}
        },
    ),
    noticed: runs('answer', down, type(), save, type(), save, up, drain, comeBack),
    says: /what was refused is in its form/,
  },
  'what was saved is a draft again once the page is left before the answer': {
    in: '#state/forms/offline-form.ts',
    wrong: life(
      (Right) =>
        class extends Right {
          readonly form: Arguments[0];
          readonly draft: string;
          isHere = false;
          constructor(...given: Arguments) {
            super(...given);
            [this.form] = given;
            this.draft = given[1].draft;
          }
          override start() {
            this.isHere = true;
            const stop = super.start();
            return () => {
              this.isHere = false;
              stop();
            };
          }
          override async save() {
            const { saveDraft: keepDraft } = await import('#state/session/draft-store.ts');
            const typed = structuredClone(this.form.getValues());
            const result = await super.save();
            if (!this.isHere) keepDraft(this.draft, typed);
            return result;
          }
        },
    ),
    noticed: runs('infos', type(), held, comeBack, release, drain, elsewhere(), comeBack),
    says: /the form shows what the server holds/,
  },
  'a second save goes with what the first one was made on': {
    in: '#state/forms/offline-form.ts',
    wrong: life(
      (Right) =>
        class extends Right {
          constructor(form: Arguments[0], options: Arguments[1]) {
            let first: FormBase<FieldValues> | null = null;
            const send: typeof options.send = (typed, base) => {
              first ??= base;
              return options.send(typed, first);
            };
            super(form, { ...options, send });
          }
          override update() {}
        },
    ),
    noticed: runs('infos', type(0), save, elsewhere(0), type(1), save),
    says: /asked about, and nothing newer was saved here/,
  },
  'the delivery is a form begun once its page is opened': {
    in: '#features/checkout/delivery/shipping-draft.ts',
    wrong: ({ saveTypedValues, ...right }) => {
      type Save = typeof import('#features/checkout/delivery/shipping-draft.ts').saveTypedValues;
      const save: Save = (values, order, email) => {
        const typed = structuredClone(values);
        typed.isAdult = !typed.isAdult;
        (saveTypedValues as Save)(typed, order, email);
      };
      return { ...right, saveTypedValues: save };
    },
    noticed: delivery,
    says: /forms begun before anything was typed/,
  },
  'the order that is stored counts as a form': {
    in: '#db/drafts.ts',
    wrong: (right) => ({ ...right, UNTYPED: '' }),
    noticed: delivery,
    says: /forms begun before anything was typed/,
  },
  'a product is changed only where its own page was opened': {
    in: '#engine/reads/fallback-answers.ts',
    wrong: (right) => ({ ...right, listContaining: () => null }),
    noticed: changeFromList,
    says: /to deeply equal/,
  },
  'all that a form shows is sent': {
    in: '#state/forms/form-definition.ts',
    wrong: (right) => ({ ...right, changedEntries: (_: object, after: object) => after }),
    noticed: changeFromList,
    says: /to deeply equal/,
  },
};

let scene: FormScene | undefined;
async function meet({ in: module, wrong, noticed }: Mistake, isMade: boolean): Promise<void> {
  vi.resetModules();
  if (isMade) {
    vi.doMock(module, async (original) => {
      const right = await original<Record<string, unknown>>();
      return { ...right, ...wrong(right) };
    });
  }
  scene = await openFormScene();
  await noticed(scene);
}
afterEach(async () => {
  await scene?.close();
  for (const { in: module } of Object.values(mistakes)) vi.doUnmock(module);
});

describe.each(Object.entries(mistakes))('%s', (_, mistake) => {
  test('is noticed', async () => {
    await expect(meet(mistake, true)).rejects.toThrow(mistake.says);
  });
  test('is not made', () => meet(mistake, false));
});
