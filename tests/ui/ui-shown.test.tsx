import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import { moneyOf } from '#domain/money.ts';
import { ProductCard } from '#ui/catalogue/product-card.tsx';
import { starFill } from '#ui/catalogue/stars.tsx';
import { Gradual } from '#ui/controls/gradual.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import { Loaded } from '#ui/states/loaded.tsx';
import { LinkedText } from '#ui/text/markdown.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';

const draw = (element: React.ReactElement) => renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>);

const product: ProductSummary = {
  '@id': '/products/p',
  '@type': 'Product',
  id: 'p',
  slug: 'tomme-de-meuse',
  name: 'Tomme de Meuse',
  images: [],
  price: moneyOf(1250),
  reducedPrice: null,
  indicativePrice: false,
  priceDisabled: false,
  stock: null,
  preOrderDate: null,
  notSellToMinor: false,
  dematerialized: false,
  externalURL: null,
  hasOptions: false,
  averageRating: null,
  reviewCount: 0,
  category: '/categories/c',
  store: {
    '@id': '/stores/s',
    id: 's',
    slug: 'fromagerie-du-chatel',
    name: 'Fromagerie du Châtel',
    plan: { name: 'E-commerce' },
    ready: true,
    city: 'Verdun',
  },
};
const card = (change: Partial<ProductSummary> = {}) =>
  draw(<ProductCard product={{ ...product, ...change }} onAdd={() => undefined} />);

describe('a product card', () => {
  it('leads to the product, shows price and store, and offers an addition', () => {
    const html = card();
    expect(html).toContain('href="/produit/tomme-de-meuse"');
    expect(html).toContain('12,50\u00a0€');
    expect(html).toContain('Fromagerie du Châtel');
    expect(html).toContain('Produit disponible en ligne');
    expect(html).toContain('Ajouter ce produit : Tomme de Meuse');
  });

  it('offers no addition without stock, with a message', () => {
    expect(card({ stock: 0 })).toContain('Rupture de stock');
    expect(card({ stock: 0 })).not.toContain('Ajouter ce produit');
  });

  it('leads to the choices instead of adding a product that has some', () => {
    expect(card({ hasOptions: true })).toContain('Choisir les options : Tomme de Meuse');
    expect(card({ hasOptions: true })).not.toContain('Ajouter ce produit');
  });

  it('never offers additions without online sales of the store', () => {
    const catalogue = { ...product.store, plan: { name: 'Catalogue' } };
    expect(card({ store: catalogue })).not.toContain('Ajouter ce produit');
    expect(card({ store: catalogue })).not.toContain('Produit disponible en ligne');
  });

  it('marks an indicative price, and labels a price before a reduction for screen readers', () => {
    expect(card({ indicativePrice: true })).toContain('À partir de');
    expect(card({ reducedPrice: moneyOf(990) })).toMatch(/Prix avant réduction : <\/span>12,50\u00a0€/);
  });

  it('shows an age restriction', () => {
    expect(card({ notSellToMinor: true })).toContain('Produit interdit aux moins de 18 ans');
    expect(card()).not.toContain('Produit interdit');
  });

  it('carries no inline style: the policy of the page would drop it', () => {
    expect(card({ stock: 0, notSellToMinor: true })).not.toContain('style=');
  });
});

describe('stars', () => {
  it('fill whole stars wholly and a part of one to nine tenths at most', () => {
    expect([0, 1, 2, 3, 4].map((index) => starFill(5, index))).toEqual([1, 1, 1, 1, 1]);
    expect(starFill(4.98, 4)).toBe(0.9);
    expect(starFill(4.5, 4)).toBe(0.5);
    expect(starFill(3.2, 4)).toBe(0);
  });
});

describe('page meta', () => {
  it('titles a page with the name of the market', () => {
    expect(renderToStaticMarkup(<PageMeta title="Fromages" siteName="Étal Meuse" />)).toContain(
      '<title>Fromages — Étal Meuse</title>',
    );
  });

  it('shows the sign of the market where a page without a picture is shared, with a whole address', () => {
    const html = renderToStaticMarkup(<PageMeta title="x" siteName="y" origin="https://etal.test" />);
    expect(html).toContain('<meta property="og:image" content="https://etal.test/icons/icon-512.png"/>');
  });
});

describe('texts of stores', () => {
  it('links https addresses and nothing else', () => {
    const html = draw(
      <p>
        <LinkedText text="Voir https://exemple.fr/a?b=1, http://non.fr et javascript:alert(1)." />
      </p>,
    );
    expect(html).toContain('href="https://exemple.fr/a?b=1"');
    expect(html.match(/<a /g)).toHaveLength(1);
  });

  it('is never markup', () => {
    expect(draw(<LinkedText text='https://a.fr/"><img src=x onerror=alert(1)>' />)).not.toContain('<img');
  });
});

describe('pagination', () => {
  const view = {
    '@id': '/products?page=1',
    '@type': 'hydra:PartialCollectionView',
    'hydra:first': '/products?page=1',
    'hydra:next': '/products?itemsPerPage=36&page=2',
    'hydra:last': '/products?page=4',
  } as const;

  it('disables the sides that have no link, and leads to the others', () => {
    const html = draw(<Pagination view={view} page={1} to={(page) => `?page=${page}`} />);
    expect(html.match(/disabled=""/g)).toHaveLength(2);
    expect(html).toContain('href="/?page=2"');
    expect(html).toContain('href="/?page=4"');
    expect(html).toContain('Page 1 sur 4');
  });

  it('steps from the requested page while the previous one is still shown: a second tap counts', () => {
    const html = draw(<Pagination view={view} page={2} to={(page) => `?page=${page}`} />);
    expect(html).toContain('href="/?page=3"');
    expect(html).toContain('href="/?page=1"');
  });

  it('leads back to the last page from beyond it', () => {
    const html = draw(<Pagination view={view} page={9} to={(page) => `?page=${page}`} />);
    expect(html).toContain('href="/?page=4"');
    expect(html.match(/disabled=""/g)).toHaveLength(2);
  });

  it('is not drawn for a single page or a list without view', () => {
    expect(draw(<Pagination view={undefined} page={1} to={() => ''} />)).toBe('');
    expect(draw(<Pagination view={{ ...view, 'hydra:last': '/products?page=1' }} page={1} to={() => ''} />)).toBe('');
  });
});

describe('a field', () => {
  it('ties its error and its hint to the input', () => {
    const html = draw(<TextField id="email" label="Adresse e-mail" hint="Jamais montrée" error="Champ obligatoire" />);
    expect(html).toContain('aria-describedby="email-hint email-error"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toMatch(/id="email-error"[^>]*>.*Champ obligatoire/);
  });
});

describe('pending content', () => {
  const query = {
    data: undefined as string | undefined,
    error: null as { kind: string } | null,
    refetch: () => undefined,
  };
  const show = (change: object) =>
    draw(
      <Loaded query={{ ...query, status: 'loading', ...change }} loading={<i>shape</i>} notFound={<i>absent</i>}>
        {(data) => <b>{data}</b>}
      </Loaded>,
    );

  it('shows a placeholder, then the answer, and still shows cached data after a failed read', () => {
    expect(show({})).toContain('shape');
    expect(show({ status: 'success', data: 'Tomme' })).toContain('Tomme');
    expect(show({ status: 'error', error: { kind: 'offline' }, data: 'Tomme' })).toContain('Tomme');
  });

  it('distinguishes a missing network, a missing page and a failure', () => {
    expect(show({ status: 'error', error: { kind: 'offline' } })).toContain('Vous êtes hors connexion.');
    expect(show({ status: 'error', error: { kind: 'not-found' } })).toContain('absent');
    expect(show({ status: 'error', error: { kind: 'server' } })).toContain('Réessayer');
  });
});

describe('a list that may be very long', () => {
  const shown = (length: number, least?: number) => {
    const items = Array.from({ length }, (_, index) => index);
    const html = draw(
      <ul>
        <Gradual items={items} {...(least !== undefined && { least })} wrap={(button) => <li data-more>{button}</li>}>
          {(item) => <li key={item}>{`ligne ${item}`}</li>}
        </Gradual>
      </ul>,
    );
    return { lines: html.match(/ligne \d+/g) ?? [], more: html.match(/Afficher [^<]*/)?.[0] };
  };

  it('draws its beginning, and offers the rest', () => {
    expect(shown(1000).lines).toHaveLength(25);
    expect(shown(1000).more).toBe('Afficher les 50 suivants');
    expect(shown(26).more).toBe('Afficher le dernier');
  });

  it('renders a short list completely, and a long one up to the visible part', () => {
    expect(shown(25)).toEqual({ lines: expect.objectContaining({ length: 25 }), more: undefined });
    expect(shown(1000, 120).lines.at(-1)).toBe('ligne 119');
  });
});
