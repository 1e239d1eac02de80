import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { OrderSteps } from '#ui/text/order-steps.tsx';

const stepsAt = (path: string) =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>
      <OrderSteps />
    </MemoryRouter>,
  );
const currentOf = (markup: string) => /aria-current="step".*?class="name">([^<]+)</.exec(markup)?.[1];

describe('the steps of an order', () => {
  it.each([
    ['/commande/panier', 'Mon Panier'],
    ['/commande/livraison', 'Retrait / Livraison'],
    ['/authentication/connexion?ordering=1', 'Retrait / Livraison'],
    ['/authentication/inscription?ordering=1', 'Retrait / Livraison'],
    ['/commande/confirmer?Id=3', 'Paiement'],
    ['/commande/paiement-a-la-livraison', 'Paiement'],
  ])('are at %s on %s', (path, name) => {
    expect(currentOf(stepsAt(path))).toBe(name);
  });

  it('lead back to the cart from delivery, and nowhere from the payment on', () => {
    expect(stepsAt('/commande/livraison')).toContain('href="/commande/panier"');
    expect(stepsAt('/commande/confirmer?Id=3')).not.toContain('href=');
  });
});
