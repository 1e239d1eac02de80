// Legal identity: SIRET and VAT number as people write them, and their mistakes.
import { expect, test } from 'vitest';
import {
  formatSiret,
  identityMistakes,
  writtenIdentity,
  writtenSiret,
  writtenVatNumber,
} from '#domain/legal-identity.ts';

const identity = {
  legalName: 'Fromagerie du Châtel',
  legalForm: 'SARL',
  siret: '732 829 320 00074',
  vatNumber: 'fr 44 732 829 320',
};

test('a SIRET has fourteen digits, the last of which checks the others', () => {
  expect(writtenSiret('732\u00a0829\u00a0320\u00a000074')).toBe('73282932000074');
  expect(writtenSiret('732.829.320-00074')).toBe('73282932000074');
  expect(writtenSiret('73282932000075')).toBeNull();
  expect(writtenSiret('732829320')).toBeNull();
  expect(writtenSiret('7328293200007a')).toBeNull();
  expect(formatSiret('73282932000074')).toBe('732\u00a0829\u00a0320\u00a000074');
});

test('a VAT number belongs to the company of the SIRET, and has its key', () => {
  expect(writtenVatNumber('fr 44 732 829 320', '73282932000074')).toBe('FR44732829320');
  expect(writtenVatNumber('FR45732829320', '73282932000074')).toBeNull();
  expect(writtenVatNumber('FR44732829320', '00041200700015')).toBeNull();
  expect(writtenVatNumber('DE136695976', '73282932000074')).toBeNull();
  // Keys with letters have no public rule.
  expect(writtenVatNumber('FRK7732829320', '73282932000074')).toBe('FRK7732829320');
});

test('an identity is stored without blanks, and each mistake is named at its field', () => {
  expect(writtenIdentity({ ...identity, legalName: ' Fromagerie du Châtel ' })).toEqual({
    ...identity,
    siret: '73282932000074',
    vatNumber: 'FR44732829320',
  });
  expect(identityMistakes(identity)).toEqual({});
  expect(identityMistakes({ ...identity, vatNumber: '' })).toEqual({});
  const mistaken = { legalName: ' ', legalForm: '', siret: '1', vatNumber: 'FR1' };
  expect(Object.keys(identityMistakes(mistaken))).toEqual(['legalName', 'legalForm', 'siret']);
  expect(Object.keys(identityMistakes({ ...identity, vatNumber: 'FR1' }))).toEqual(['vatNumber']);
});
