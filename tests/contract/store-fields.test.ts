// Fields of a store: each has a settings page and a French label, so that a late refusal or a conflict can name it.
import { expect, it } from 'vitest';
import { type StoreChanges, storeChanges } from '#contract/merchant/store-changes.ts';
import { storePartOf } from '#domain/store-parts.ts';
import { labelOf } from '#sync/pending/field-labels.ts';

/** Sent along with other fields, or by pages without a form of their own. */
const withoutPage = ['acceptedTermAndConditions'];

it.each(Object.keys(storeChanges.def.shape).filter((name) => !withoutPage.includes(name)))('%s', (name) => {
  expect(storePartOf({ [name]: null } as StoreChanges)?.screen).toBeDefined();
  expect(labelOf(name)).not.toBe(name);
});
