import { describe, expect, it } from 'vitest';
import { internalPath, returnPath } from '#features/account/login/return-path.ts';

const here = 'https://etal.example';
const goesTo = (query: string, isMerchant = false, hasCart = false) =>
  returnPath(new URLSearchParams(query), here, { isMerchant, hasCart });

describe('target after a shopper’s login', () => {
  it('is the delivery of their order when they were ordering, else home', () => {
    expect(goesTo('ordering=1')).toBe('/commande/livraison');
    // What the account brings joins the cart: it is looked at first.
    expect(goesTo('ordering=1', false, true)).toBe('/commande/panier');
    expect(goesTo('')).toBe('/');
    expect(goesTo('ordering=2')).toBe('/');
  });

  it('is the previous page of this site', () => {
    expect(goesTo('retour=%2Fcommande%2Fconfirmer%3FId%3D7')).toBe('/commande/confirmer?Id=7');
    expect(goesTo('retour=%2Fcompte%2Fcommandes')).toBe('/compte/commandes');
  });

  it('is the own store without a previous page', () => {
    expect(goesTo('', true)).toBe('/admin/boutique');
    expect(goesTo('ordering=1', true)).toBe('/commande/livraison');
    expect(goesTo('retour=%2Fcompte%2Fcommandes', true)).toBe('/compte/commandes');
    expect(goesTo('retour=%2F%2Fevil.example', true)).toBe('/admin/boutique');
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'compte',
  ])('is never %s', (given) => {
    expect(internalPath(given, here)).toBeNull();
    expect(goesTo(`retour=${encodeURIComponent(given)}`)).toBe('/');
  });

  it('is never the login page', () => {
    expect(internalPath('/authentication/connexion', here)).toBeNull();
  });
});
