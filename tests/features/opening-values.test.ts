// Opening hours between the form and what is stored: what is left alone goes back as it was, what cannot be is said at its field.
import { expect, test, vi } from 'vitest';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import {
  clockOf,
  hoursChanges,
  hoursValues,
  mistakesOf,
  newRow,
} from '#features/merchant/settings/hours/opening-values.ts';

const shop = (current: Partial<MerchantStore>) => ({ openingHours: [], ...current }) as unknown as MerchantStore;
const row = {
  days: ['tuesday', 'friday'] as const,
  morningOpeningHour: '0900',
  morningCloseHour: '1230',
  afternoonOpeningHour: null,
  afternoonCloseHour: null,
  interrupt: false,
};
const current = shop({ openingHours: [{ ...row, days: [...row.days] }], preparationTime: 90 });

test('a new row starts at nine, noon, two and six, without a day', () => {
  expect(hoursValues(shop({})).openingHours).toEqual([newRow]);
  expect(newRow).toEqual({
    days: [],
    morningOpeningHour: '09:00',
    morningCloseHour: '12:00',
    afternoonOpeningHour: '14:00',
    afternoonCloseHour: '18:00',
    interrupt: false,
  });
  expect(hoursChanges(hoursValues(shop({})))).toEqual({ openingHours: [], closedDays: [], preparationTime: null });
});

test('unchanged rows are sent unchanged, days in weekly order', () => {
  const values = hoursValues(current);
  expect(values.openingHours[0]).toMatchObject({ morningOpeningHour: '09:00', afternoonOpeningHour: '' });
  expect(hoursChanges(values)).toMatchObject({ openingHours: [row], preparationTime: 90 });
  const [first = newRow] = values.openingHours;
  const turned = { ...values, openingHours: [{ ...first, days: ['sunday', 'monday'] }, newRow] };
  expect(hoursChanges(turned).openingHours?.map(({ days }) => days)).toEqual([['monday', 'sunday'], []]);
});

test('closed days: a single day has no end field, past ones are removed, the next are first', () => {
  vi.useFakeTimers({ now: new Date('2026-08-10T12:00:00Z') });
  const closedDays = [
    { from: '2026-12-25', to: '2026-12-25' },
    { from: '2026-08-01', to: '2026-08-10', stopsOrders: true },
    { from: '2026-08-01', to: '2026-08-09' },
  ];
  const values = hoursValues(shop({ closedDays }));
  vi.useRealTimers();
  expect(values.closedDays).toEqual([
    { from: '2026-08-01', to: '2026-08-10', orders: 'stopped' },
    { from: '2026-12-25', to: '', orders: 'open' },
  ]);
  expect(hoursChanges(values).closedDays).toEqual([closedDays[1], closedDays[0]]);
});

const typed = { ...newRow, days: ['monday'] };
test.each([
  ['whole', typed, {}],
  ['a morning alone', { ...typed, afternoonOpeningHour: '', afternoonCloseHour: '' }, {}],
  ['no day', newRow, { days: 'Cochez au moins un jour.' }],
  [
    'no hour at all',
    {
      ...typed,
      morningOpeningHour: '',
      morningCloseHour: '',
      afternoonOpeningHour: '',
      afternoonCloseHour: '',
    },
    { days: 'Indiquez au moins une demi-journée.' },
  ],
  ['no opening', { ...typed, morningOpeningHour: '' }, { morningOpeningHour: 'Indiquez aussi l’ouverture.' }],
  ['no closing', { ...typed, afternoonCloseHour: '' }, { afternoonCloseHour: 'Indiquez aussi la fermeture.' }],
  [
    'closing as it opens',
    { ...typed, morningCloseHour: '09:00' },
    { morningCloseHour: 'La fermeture vient avant l’ouverture.' },
  ],
  [
    'an afternoon in the morning',
    { ...typed, afternoonOpeningHour: '11:00' },
    { afternoonOpeningHour: 'L’après-midi commence avant la fin du matin.' },
  ],
  [
    'without a break, closing before it opens',
    { ...typed, interrupt: true, morningOpeningHour: '19:00' },
    { afternoonCloseHour: 'La fermeture vient avant l’ouverture.' },
  ],
  [
    'without a break, never closing',
    { ...typed, interrupt: true, afternoonCloseHour: '' },
    { afternoonCloseHour: 'Indiquez aussi la fermeture.' },
  ],
])('%s', (_what, given, mistakes) => {
  expect(mistakesOf(given, false)).toEqual(mistakes);
});

test('a time is understood as people write it, in a day of 24 hours', () => {
  const reported = ['9', '9h', '9h30', '930', '0930', '09:30', ' 18.00 ', '2359'].map(clockOf);
  expect(reported).toEqual(['09:00', '09:00', '09:30', '09:30', '09:30', '09:30', '18:00', '23:59']);
  expect(['', '24:01', '9:60', '6 pm', '123456', 'midi'].map(clockOf)).toEqual([null, null, null, null, null, null]);
  expect(mistakesOf({ ...typed, morningOpeningHour: 'midi' }, false)).toEqual({
    morningOpeningHour: 'Heure attendue, comme 09:30.',
  });
  const [row] =
    hoursChanges({ openingHours: [{ ...typed, morningOpeningHour: '8h' }], closedDays: [], preparationTime: '' })
      .openingHours ?? [];
  expect(row).toMatchObject({ morningOpeningHour: '0800', afternoonCloseHour: '1800' });
});

test('only the first row may have no day: then there are no hours', () => {
  expect(mistakesOf({ ...newRow, morningCloseHour: '01:00' }, true)).toEqual({});
});
