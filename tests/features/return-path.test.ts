import { describe, expect, it } from 'vitest';
import { internalPath, returnPath } from '#features/account/return-path.ts';

const here = 'https://etal.example';
const goesTo = (query: string) => returnPath(new URLSearchParams(query), here);

describe('where a shopper goes once logged in', () => {
  it('is the cart when they were ordering, else home', () => {
    expect(goesTo('ordering=1')).toBe('/commande/panier');
    expect(goesTo('')).toBe('/');
    expect(goesTo('ordering=2')).toBe('/');
  });

  it('is the page of this site they came from', () => {
    expect(goesTo('retour=%2Fcommande%2Fconfirmer%3FId%3D7')).toBe('/commande/confirmer?Id=7');
    expect(goesTo('retour=%2Fcompte%2Fcommandes')).toBe('/compte/commandes');
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

  it('is never the login page again', () => {
    expect(internalPath('/authentication/connexion', here)).toBeNull();
  });
});
