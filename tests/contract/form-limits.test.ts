// No field takes more than the contract does: every limit of a form is one of `limits.ts`, and the very one that the server holds.
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import * as limits from '#contract/limits.ts';
import { couponChanges } from '#contract/merchant/coupons.ts';
import { mediaEndpoints } from '#contract/merchant/media.ts';
import { productChanges } from '#contract/merchant/own-products.ts';
import { storeChanges } from '#contract/merchant/store-changes.ts';
import { storePartEndpoints } from '#contract/merchant/store-parts.ts';
import { storeOrderEndpoints } from '#contract/orders/store-order-endpoints.ts';
import { storeOrderForm } from '#contract/orders/store-order-form.ts';
import { sourceFiles } from '../support/source-files.ts';

interface Field {
  path: string;
  tag: string;
  attributes: string;
  /** As it is registered, without the places in lists: 'options.values.name'. */
  name: string | null;
  limit: string | null;
}

const TAG = /<(TextField|TextArea|EmailField|AmountField|input|textarea)\b/g;

/** From the name of an element to its end; arrows and braces are inside. */
function attributesAt(code: string, from: number): string {
  let depth = 0;
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1;
    else if (code[at] === '}') depth -= 1;
    else if (code[at] === '>' && depth === 0) return code.slice(from, at);
  }
  return code.slice(from);
}

/** Fields whose limit is a property: who uses them names it. */
const isOfAnyLimit = (path: string) =>
  path.startsWith('src/ui/fields/') || /^src\/administration\/frame\/text-(field|form)\.tsx$/.test(path);
const files = sourceFiles(['src']).filter(({ path }) => path.endsWith('.tsx') && !isOfAnyLimit(path));
const fields: Field[] = files.flatMap(({ path, code }) =>
  [...code.matchAll(TAG)].map((match): Field => {
    const attributes = attributesAt(code, match.index + match[0].length);
    const name = /register\(\s*['"`]([^'"`]+)['"`]/.exec(attributes)?.[1] ?? null;
    return {
      path,
      tag: match[1] ?? '',
      attributes,
      name: name?.replaceAll(/\$\{\w+\}\.?/g, '').replaceAll(/\.$/g, '') ?? null,
      limit: /maxLength(?:=\{|: )(\w+)/.exec(attributes)?.[1] ?? null,
    };
  }),
);

const isNumber = (attributes: string) => /inputMode=(["']|\{[^}]*')(numeric|decimal)/.test(attributes);
const isTyped = ({ path, tag, attributes }: Field) =>
  // Files only.
  !path.endsWith('/drop-zone.tsx') &&
  !/type="(date|checkbox|radio|file|range|hidden|password|number)"/.test(attributes) &&
  // Chosen from a list.
  !/\sselect\s/.test(attributes) &&
  // They have their limit of their own.
  tag !== 'EmailField' &&
  tag !== 'AmountField';
// What is too long must be said, not cut off: a password that is cut is another one, and a text loses its end unseen. These
// forms are checked by the contract itself before they are sent.
const isSaidTooLong = ({ path, attributes, limit }: Field) =>
  /[pP]assword/.test(attributes) || (limit === null && /\/(shop\/(requests|reviews)|checkout\/delivery)\//.test(path));

test('every field that takes text has a limit of the contract, and no number of its own', () => {
  const texts = fields.filter((field) => isTyped(field) && !isSaidTooLong(field) && !isNumber(field.attributes));
  expect(texts.length).toBeGreaterThan(30);
  const without = texts.filter(({ limit }) => limit === null || !(limit in limits));
  expect(without.map(({ path, tag, name, limit }) => `${path} <${tag} ${name}: ${limit}`)).toEqual([]);
  const literal = fields.filter(
    ({ attributes }) =>
      /\b(maxLength|minLength|max|min)(=\{-?|: )[\d._]|\b(maxLength|minLength|max|min)=["']/.test(attributes) &&
      !attributes.includes('type="range"'),
  );
  expect(literal.map(({ path, attributes }) => `${path} ${attributes}`)).toEqual([]);
});

test('the field of amounts holds its limit', () => {
  const code = (name: string) => sourceFiles(['src/ui/fields']).find(({ path }) => path.endsWith(name))?.code;
  expect(code('amount-field.tsx')).toContain('maxLength={MAX_AMOUNT}');
});

/** The longest text of each field of a shape, by its path without the places in lists. */
function longestIn(shape: z.core.$ZodType, path = ''): Record<string, number> {
  const def = shape._zod.def as {
    type: string;
    shape?: Record<string, z.core.$ZodType>;
    innerType?: z.core.$ZodType;
    element?: z.core.$ZodType;
    in?: z.core.$ZodType;
    out?: z.core.$ZodType;
    checks?: { _zod: { def: { check: string; maximum?: number } } }[];
  };
  const inner = (one: z.core.$ZodType | undefined, at = path) => (one ? longestIn(one, at) : {});
  const own = def.checks?.find((check) => check._zod.def.check === 'max_length')?._zod.def.maximum;
  const inside = Object.entries(def.shape ?? {}).map(([name, one]) =>
    inner(one, path === '' ? name : `${path}.${name}`),
  );
  return Object.assign(
    {},
    ...inside,
    inner(def.innerType),
    inner(def.element),
    inner(def.out ?? def.in),
    def.type === 'string' && own !== undefined ? { [path]: own } : {},
  ) as Record<string, number>;
}

/** Each form, the shape of what it sends, and the fields that it calls by another name. */
const forms: [folder: string, shape: z.core.$ZodType, names?: Record<string, string>][] = [
  ['merchant/products/', productChanges],
  // The form takes an address of YouTube, the change is sent with the name of the video in it.
  ['merchant/settings/', storeChanges, { youtubeVideoId: '' }],
  ['merchant/settings/video-form.tsx', storePartEndpoints['stores.saveVideo'].body, { youtubeVideoId: 'url' }],
  ['merchant/coupons/', couponChanges],
  ['merchant/media/', mediaEndpoints['images.caption'].body],
  ['merchant/orders/tracking-form.tsx', storeOrderForm],
  ['merchant/orders/cancel-order.tsx', storeOrderEndpoints['storeOrders.refund'].body, { reason: 'message' }],
  ['merchant/orders/refund-order.tsx', storeOrderEndpoints['storeOrders.refund'].body],
  ['checkout/delivery/', storeOrderForm],
];

test.each(forms)('%s takes as much as the contract', (folder, shape, names = {}) => {
  const longest = longestIn(shape);
  const own = fields.filter(
    (field) => isTyped(field) && !isSaidTooLong(field) && field.path.startsWith(`src/features/${folder}`),
  );
  const known = own.flatMap(({ name, limit }) => {
    const path = name && (names[name] ?? name);
    return path !== null && path in longest
      ? [{ path, limit: limit && Reflect.get(limits, limit), longest: longest[path] }]
      : [];
  });
  expect(known.length).toBeGreaterThan(0);
  expect(known.filter((field) => field.limit !== field.longest)).toEqual([]);
});
