// The order's number in the form of a withdrawal, as it is copied from a mail.
import { expect, it } from 'vitest';
import { declarationOf, orderNumberOf, startValues } from '#features/account/withdrawal/withdrawal-values.ts';

it('an order’s number is read as mails write it', () => {
  for (const typed of ['1165', ' 1165 ', 'n° 1165', 'n°\u00a01165', 'N°1165', 'no 1165', '1 165']) {
    expect(orderNumberOf(typed), typed).toBe(1165);
  }
});

it('anything else is no number of an order', () => {
  for (const typed of ['', ' ', 'n°', '0', '-3', '12,5', '1e3', '🧀', '1165 et 1166', '9999999999']) {
    expect(orderNumberOf(typed), typed).toBeNull();
  }
});

it('a guest’s declaration names the number', () => {
  const values = { ...startValues('', null), order: 'n°\u00a01165' };
  expect(declarationOf(values, null, null)?.body).toMatchObject({ order: 1165 });
});
