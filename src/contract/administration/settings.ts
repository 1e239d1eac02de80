// Setting endpoints of operators: the configuration of the market, key by key.
import * as z from 'zod/mini';
import { iri, textLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { image, patternText } from '../fields/values.ts';
import { MAX_SETTING } from '../limits.ts';
import { collection } from '../wire/hydra.ts';

const setting = z.object({
  '@type': z.literal('MarketSetting'),
  /** Name of the key, as in `market.yaml`. */
  id: z.string(),
  value: z.string(),
  picture: z.nullable(image),
  takes: z.enum(['text', 'picture', 'both']),
});
export type MarketSetting = z.output<typeof setting>;

const ofOperator = { access: 'operator', offline: 'online' } as const;
const byKey = { params: z.object({ id: patternText(/^[A-Za-z0-9]+$/, 40, 'Réglage inconnu.') }) } as const;

export const settingEndpoints = {
  /** All known keys; an unset one is empty. */
  'administration.settings': {
    ...{ ...ofOperator, method: 'GET', path: '/administration/settings' },
    answer: collection(setting),
  },
  'administration.setting': {
    ...{ ...ofOperator, ...byKey, method: 'GET', path: '/administration/settings/:id' },
    answer: setting,
  },
  /** An empty value without a picture unsets it. 422 on `value` as the check of the market folder has it. */
  'administration.saveSetting': {
    ...{ ...ofOperator, ...byKey, method: 'PUT', path: '/administration/settings/:id' },
    ...{ body: z.object({ value: textLine(MAX_SETTING), picture: z.nullable(iri) }), answer: setting },
  },
} as const satisfies Record<string, Endpoint>;
