// SearchResults: the options of the search box in groups; arrow keys move while the field keeps the focus.
import { type RefObject, useEffect, useRef } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { SearchResult } from '#contract/catalogue/search.ts';
import { distanceKm, formatDistance } from '#domain/geo.ts';
import { formatCents } from '#domain/money.ts';
import { foldText } from '#domain/search/search-words.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { pictureUrl, useMissingPicture } from '../../media/picture.tsx';
import { LineShapes } from '../../states/loaded.tsx';
import { Age } from '../../text/age.tsx';
import type { SearchPanel } from '../shell-interfaces.ts';
import styles from './search-results.module.css';

export interface SearchResultsProps {
  /** It keeps the focus. */
  field: RefObject<HTMLInputElement | null>;
  listId: string;
  typed: string;
  panel: SearchPanel;
  /** Id of the choice that the keys are at; undefined for the field itself. */
  active: string | undefined;
  onActive: (id: string | undefined) => void;
  onFollow: () => void;
}

const NOTHING = 'Aucun résultat trouvé';
const ON_DEVICE = 'parmi ce qui est gardé sur cet appareil';

const SUGGESTIONS_AT_MOST = 9;
const SHOWN_AT_MOST = 8;
const STORES_AT_MOST = 4;

interface SuggestionLink {
  id: string;
  name: string;
  to: string;
  /** Path of a small picture. */
  image: string | null | undefined;
  /** 'Millau · 12 km', '12,50 €' … */
  detail: string | undefined;
}

function linkOf({ '@id': iri, name, slug, image, about, price }: SearchResult): SuggestionLink {
  const pattern = iri.includes('stores')
    ? paths.store
    : iri.includes('categories')
      ? paths.category
      : iri.includes('products')
        ? paths.product
        : null;
  const detail = price === null || price === undefined ? about : formatCents(price);
  return { id: iri, name, to: pattern ? generatePath(pattern, { slug }) : paths.home, image, detail };
}

/** Stores with their distance, nearest first. */
function nearest(found: readonly SearchResult[], { stores, origin }: SearchPanel): SuggestionLink[] {
  const places = new Map(stores.map((store) => [store['@id'], store.geoCoordinates]));
  return found
    .map((result) => {
      const place = places.get(result['@id']);
      return { link: linkOf(result), distance: origin && place ? distanceKm(origin, place) : null };
    })
    .sort((a, b) => (a.distance ?? Number.POSITIVE_INFINITY) - (b.distance ?? Number.POSITIVE_INFINITY))
    .map(({ link, distance }) => {
      const parts = [link.detail, distance !== null && formatDistance(distance)].filter(Boolean);
      return { ...link, detail: parts.join(' · ') };
    });
}

function linksOf(panel: SearchPanel) {
  const of = (kind: string) => panel.results.filter((result) => result['@context'] === `/contexts/${kind}`);
  return {
    categories: of('Category').map(linkOf),
    stores: nearest(of('Store'), panel),
    products: of('Product').map(linkOf),
  };
}

type Links = ReturnType<typeof linksOf>;

/** Results whose name contains the typed text; each appears once. */
function suggestionsOf({ categories, stores, products }: Links, typed: string): SuggestionLink[] {
  const wanted = foldText(typed.trim());
  return [...categories, ...stores, ...products]
    .filter(({ name }) => foldText(name).includes(wanted))
    .slice(0, SUGGESTIONS_AT_MOST);
}

export default function SearchResults({ field, listId, typed, panel, active, onActive, onFollow }: SearchResultsProps) {
  const known = panel.status === 'success';
  const all = linksOf(panel);
  const offered = known ? suggestionsOf(all, typed) : [];
  const above = new Set(offered.map(({ id }) => id));
  const rest = (list: readonly SuggestionLink[], atMost: number) =>
    known ? list.filter(({ id }) => !above.has(id)).slice(0, atMost) : [];
  const categories = rest(all.categories, SHOWN_AT_MOST);
  const products = rest(all.products, SHOWN_AT_MOST);
  const stores = rest(all.stores, STORES_AT_MOST);
  const more = offered.length;
  const found = categories.length + products.length + stores.length;
  const results = countWithNoun(found, 'résultat');
  // Index of 'Plus de résultats...', after the suggestions and before the three blocks.
  const first = more + found > 0 ? more + 1 : 0;
  const idOf = (place: number) => `${listId}-${place}`;
  const at = Array.from({ length: first + found }, (_, place) => idOf(place)).indexOf(active ?? '');
  const links = [...offered, ...categories, ...products, ...stores];
  useKeys(field, first + found, at, (place) => onActive(place === -1 ? undefined : idOf(place)));
  useNewList(links.map(({ id }) => id).join(), onActive);
  const choice = (place: number) => ({
    id: idOf(place),
    role: 'option',
    tabIndex: -1,
    'aria-selected': place === at,
    className: styles.choice,
  });
  const choices = (list: readonly SuggestionLink[], from: number) =>
    list.map((link, index) => (
      <Link key={link.id} to={link.to} onClick={onFollow} {...choice(from + index)}>
        <Thumb path={link.image} />
        <span>{link.name}</span>
        {link.detail && <small>{link.detail}</small>}
      </Link>
    ));
  /** A block is not empty if the suggestions contain all its results. */
  const block = (title: string, whole: readonly SuggestionLink[], list: readonly SuggestionLink[], from: number) =>
    (list.length > 0 || whole.length === 0) && (
      <fieldset>
        <legend className={styles.title}>{title}</legend>
        {list.length === 0 ? <div className={styles.none}>{NOTHING}</div> : choices(list, from)}
      </fieldset>
    );
  return (
    <div className={styles.panel}>
      {known && panel.isNearest && (
        <p className={styles.nearest}>Personne ne le propose sur ce marché. Voici ce qui s’en approche.</p>
      )}
      <div id={listId} {...(first > 0 && { role: 'listbox', 'aria-label': 'Résultats de la recherche' })}>
        {first > 0 && (
          <fieldset className={styles.suggestions}>
            <legend className="visually-hidden">Suggestions</legend>
            {choices(offered, 0)}
            <button type="submit" {...choice(more)} data-more="">
              Plus de résultats...
            </button>
          </fieldset>
        )}
        {known && (
          <div className={styles.blocks}>
            {block('Catégories', all.categories, categories, first)}
            {block('Suggestion de produits', all.products, products, first + categories.length)}
            {block('Découvrir les boutiques', all.stores, stores, first + categories.length + products.length)}
          </div>
        )}
      </div>
      {panel.status === 'loading' && <LineShapes count={5} />}
      {known && (panel.isStale || panel.seenAt !== null) && (
        <p className={styles.none}>
          {panel.isStale && `Hors connexion\u00a0: ${ON_DEVICE}. `}
          <Age at={panel.seenAt} prefix={panel.isStale ? '· mis à jour' : 'Mis à jour'} />
        </p>
      )}
      <p role="status" className={known ? 'visually-hidden' : styles.none}>
        {panel.status === 'offline' && `Hors connexion\u00a0: aucun résultat ${ON_DEVICE}.`}
        {panel.status === 'error' && 'La recherche n’a pas abouti. Réessayez dans un instant.'}
        {known &&
          (first === 0
            ? NOTHING
            : [more > 0 && countWithNoun(more, 'suggestion'), found > 0 && results].filter(Boolean).join(', '))}
      </p>
    </div>
  );
}

/** A calm ground without a picture. */
function Thumb({ path }: { path: string | null | undefined }) {
  const { missing, teller } = useMissingPicture();
  return (
    <span className={styles.thumb}>
      {path && !missing && <img {...teller} src={pictureUrl(path)} alt="" width={40} height={40} loading="lazy" />}
    </span>
  );
}

/** Arrow keys, Home and End move through the options and back to the field, Enter follows the active one. */
function useKeys(field: SearchResultsProps['field'], count: number, at: number, onMove: (place: number) => void): void {
  const now = useRef({ count, at, onMove });
  useEffect(() => {
    now.current = { count, at, onMove };
  });
  useEffect(() => {
    const input = field.current;
    const onKeyDown = (event: KeyboardEvent) => {
      const { count: all, at: here, onMove: move } = now.current;
      const turns: Record<string, number> = {
        ArrowDown: here + 1 === all ? -1 : here + 1,
        ArrowUp: here === -1 ? all - 1 : here - 1,
        ...(here >= 0 && { Home: 0, End: all - 1 }),
      };
      const next = turns[event.key];
      const active = input?.getAttribute('aria-activedescendant');
      if (next !== undefined) move(next);
      else if (event.key === 'Enter' && active) document.getElementById(active)?.click();
      else return;
      event.preventDefault();
    };
    input?.addEventListener('keydown', onKeyDown);
    return () => input?.removeEventListener('keydown', onKeyDown);
  }, [field]);
}

/** A new list resets the active option. */
function useNewList(list: string, onActive: SearchResultsProps['onActive']): void {
  const shown = useRef(list);
  useEffect(() => {
    if (shown.current !== list) onActive(undefined);
    shown.current = list;
  }, [list, onActive]);
  useEffect(() => () => onActive(undefined), [onActive]);
}
