// What the hours of a shop may be, for the form and for every other caller.
import { expect, test } from 'vitest';
import { openingHoursSent } from '#contract/fields/opening-hours.ts';

type Times = [string | null, string | null, string | null, string | null];
const mistakes = ([morning, noon, again, evening]: Times, interrupt = false) => {
  const row = {
    days: ['monday'],
    morningOpeningHour: morning,
    morningCloseHour: noon,
    afternoonOpeningHour: again,
    afternoonCloseHour: evening,
    interrupt,
  };
  const issues = openingHoursSent.safeParse(row).error?.issues ?? [];
  return issues.map(({ path, message }) => [path.join('.'), message]);
};

test.each<[Times, boolean?]>([
  [['0900', '1200', '1400', '1800']],
  [['0900', '1200', null, null]],
  [[null, null, '1400', '2400']],
  [[null, null, '1800', '0200']],
  [['1000', '0100', null, null]],
  [['0900', '1200', '1400', '0200'], true],
  [['0900', null, null, '2400'], true],
  [[null, null, null, null]],
])('%j may be, without a break: %s', (times, interrupt) => {
  expect(mistakes(times, interrupt)).toEqual([]);
});

test.each<[Times, boolean, string, string]>([
  [['1400', '1800', '0900', '1200'], false, 'afternoonOpeningHour', 'L’après-midi commence avant la fin du matin.'],
  [['1000', '0100', '1400', '1800'], false, 'afternoonOpeningHour', 'L’après-midi commence avant la fin du matin.'],
  [['1200', '0900', null, null], false, 'morningCloseHour', 'La fermeture vient avant l’ouverture.'],
  [['0900', '0900', null, null], false, 'morningCloseHour', 'La fermeture vient avant l’ouverture.'],
  [[null, null, '1800', '1400'], false, 'afternoonCloseHour', 'La fermeture vient avant l’ouverture.'],
  [['0900', null, null, null], false, 'morningCloseHour', 'Indiquez aussi la fermeture.'],
  [[null, null, null, '1800'], false, 'afternoonOpeningHour', 'Indiquez aussi l’ouverture.'],
  [[null, '1200', '1400', '1800'], true, 'morningOpeningHour', 'Indiquez aussi l’ouverture.'],
  [['2400', '0200', null, null], false, 'morningOpeningHour', 'Heure incorrecte.'],
  [['0900', '2430', null, null], false, 'morningCloseHour', 'Heure incorrecte.'],
])('%j, without a break: %s, is refused on %s', (times, interrupt, field, message) => {
  expect(mistakes(times, interrupt)).toEqual([[field, message]]);
});
