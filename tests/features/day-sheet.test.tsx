// What the day sheet says while its orders are not here.
import { expect, it } from 'vitest';
import { DaySheetPage } from '#features/merchant/orders/day-sheet-page.tsx';
import { renderPage } from '../support/render-page.tsx';

it('orders not loaded have no number', () => {
  const html = renderPage(<DaySheetPage />, { ownedStore: '/stores/s' });
  expect(html).toContain('Feuille du jour');
  expect(html).not.toMatch(/\d\scommande/);
});
