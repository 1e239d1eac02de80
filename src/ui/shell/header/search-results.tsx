// What the search of the header finds: one list of choices in groups, walked with the arrows while the field keeps the focus.
import { type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { counted } from '#domain/plural.ts';
import { fold } from '#domain/search.ts';
import { LineShapes } from '../../states/loaded.tsx';
import { Age } from '../../text/age.tsx';
import type { SearchPanel, SuggestionLink } from '../shell-interfaces.ts';
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

/** Those whose name holds what is typed. */
function suggestionsOf({ categories, stores, products }: SearchPanel, typed: string): SuggestionLink[] {
  const wanted = fold(typed.trim());
  return [...categories, ...stores, ...products]
    .filter(({ name }) => fold(name).includes(wanted))
    .slice(0, SUGGESTIONS_AT_MOST);
}

export default function SearchResults({ field, listId, typed, panel, active, onActive, onFollow }: SearchResultsProps) {
  const known = panel.status === 'success';
  const categories = panel.categories.slice(0, SHOWN_AT_MOST);
  const products = panel.products.slice(0, SHOWN_AT_MOST);
  const stores = panel.stores.slice(0, STORES_AT_MOST);
  const found = known ? categories.length + products.length + stores.length : 0;
  const offered = known ? suggestionsOf(panel, typed) : [];
  const more = offered.length;
  const results = counted(found, 'résultat');
  // 'Plus de résultats...' stands behind the suggestions, the three blocks behind it.
  const first = found > 0 ? more + 1 : 0;
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
        <span>{link.name}</span>
        {link.detail && <small>{link.detail}</small>}
      </Link>
    ));
  const block = (title: string, list: readonly SuggestionLink[], from: number) => (
    <fieldset aria-label={title}>
      <div className={styles.title}>{title}</div>
      {list.length === 0 ? <div className={styles.none}>{NOTHING}</div> : choices(list, from)}
    </fieldset>
  );
  return (
    <div className={styles.panel}>
      <div id={listId} {...(found > 0 && { role: 'listbox', 'aria-label': 'Résultats de la recherche' })}>
        {found > 0 && (
          <fieldset aria-label="Suggestions" className={styles.suggestions}>
            {choices(offered, 0)}
            <button type="submit" {...choice(more)} data-more="">
              Plus de résultats...
            </button>
          </fieldset>
        )}
        {known && (
          <div className={styles.blocks}>
            {block('Catégories', categories, first)}
            {block('Suggestion de produits', products, first + categories.length)}
            {block('Découvrir les boutiques', stores, first + categories.length + products.length)}
          </div>
        )}
      </div>
      {panel.status === 'loading' && <LineShapes count={5} />}
      {known && (panel.kept || panel.seenAt !== null) && (
        <p className={styles.none}>
          {panel.kept && `Hors connexion\u00a0: ${ON_DEVICE}. `}
          <Age at={panel.seenAt} prefix={panel.kept ? '· vu' : 'Vu'} />
        </p>
      )}
      <p role="status" className={known ? 'visually-hidden' : styles.none}>
        {panel.status === 'offline' && `Hors connexion\u00a0: rien de tel ${ON_DEVICE}.`}
        {panel.status === 'error' && "La recherche n'a pas abouti. Réessayez dans un instant."}
        {known && (found === 0 ? NOTHING : more === 0 ? results : `${counted(more, 'suggestion')}, ${results}`)}
      </p>
    </div>
  );
}

/** Arrows, Home and End walk through the choices and back to the field, Enter follows the one they are at. */
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

/** Another list, or none any more: the keys are at the field. */
function useNewList(list: string, onActive: SearchResultsProps['onActive']): void {
  const shown = useRef(list);
  useEffect(() => {
    if (shown.current !== list) onActive(undefined);
    shown.current = list;
  }, [list, onActive]);
  useEffect(() => () => onActive(undefined), [onActive]);
}
