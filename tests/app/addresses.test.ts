import { describe, expect, it } from 'vitest';
import { isOwnScript } from '#app/installation/trusted-types.ts';
import { areaOf, isAddress, redirectOf } from '#app/routes.ts';
import { scrollRule } from '#app/shell/use-scroll-rules.ts';

describe('an address of the application', () => {
  it.each([
    ['/commande/panier', 'checkout'],
    ['/commande', 'checkout'],
    ['/authentication/connexion', 'account'],
    ['/compte/commande/12', 'account'],
    ['/COMPTE/commandes', 'account'],
    ['/en-attente/', 'waiting'],
    ['/admin/boutique/store/commandes/3', 'merchant'],
    ['/boutique/fromagerie-du-chatel/avis', 'more'],
    ['/boutiques', 'more'],
    ['/recherche', 'more'],
  ])('%s is drawn by the area %s', (pathname, area) => {
    expect(areaOf(pathname)).toBe(area);
    expect(isAddress(pathname)).toBe(true);
  });

  it.each(['/', '/categorie/fromages', '/produit/tomme-de-meuse'])('%s needs no area', (pathname) => {
    expect(areaOf(pathname)).toBeNull();
    expect(isAddress(pathname)).toBe(true);
  });

  it.each([
    ...['/nulle-part', '/produit', '/commandes', '/comptes', '/admin', '/boutique/a/b/c'],
    ...['/commande/rien', '/compte/rien', '/compte/commande', '/authentication/rien', '/en-attente/rien'],
  ])('%s does not exist, and no area draws it', (pathname) => {
    expect(isAddress(pathname)).toBe(false);
    expect(areaOf(pathname)).toBeNull();
  });

  it.each(['/admin/boutique/rien', '/admin/boutique/store', '/admin/boutique/store/commandes/3/4'])(
    '%s does not exist; the back office shows this in its own frame',
    (pathname) => {
      expect(isAddress(pathname)).toBe(false);
      expect(areaOf(pathname)).toBe('merchant');
    },
  );

  it('retains its query string on a redirect', () => {
    expect(redirectOf('/panier', '?ordering=1')).toBe('/commande/panier?ordering=1');
    expect(redirectOf('/events/marche-de-noel', '')).toBe('/evenement/marche-de-noel');
    expect(redirectOf('/boutiques', '')).toBeNull();
  });
});

describe('scrolling to a new page', () => {
  it.each([
    ['/', 'top'],
    ['/boutique/fromagerie-du-chatel', 'below-header'],
    ['/boutique/fromagerie-du-chatel/produits', 'stay'],
    ['/boutiques', 'below-header'],
    ['/produit/tomme-de-meuse', 'below-header'],
  ])('%s: %s', (pathname, rule) => {
    expect(scrollRule(pathname)).toBe(rule);
  });
});

describe('a script the page may load', () => {
  it.each([
    ['/service-worker.js', true],
    ['/assets/main-abc.js', true],
    ['https://etal.test/assets/x.js', true],
    ['https://elsewhere.test/assets/x.js', false],
    ['/media/images/x.js', false],
    ['data:text/javascript,alert(1)', false],
  ])('%s: %s', (address, allowed) => {
    expect(isOwnScript(address, 'https://etal.test/boutiques')).toBe(allowed);
  });
});
