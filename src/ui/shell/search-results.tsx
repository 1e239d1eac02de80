// What the search of the header finds: suggestions, the way to all results, and three blocks.
import { Link } from 'react-router-dom';
import { LineShapes } from '../status.tsx';
import styles from './search-results.module.css';
import type { SearchPanel, SuggestionLink } from './shell-interfaces.ts';

export interface SearchResultsProps {
  suggestions: readonly SuggestionLink[];
  panel: SearchPanel;
  onFollow: () => void;
}

export default function SearchResults({ suggestions, panel, onFollow }: SearchResultsProps) {
  return (
    <div className={styles.panel}>
      {suggestions.length > 0 && (
        <div className={styles.suggestions}>
          <LinkList links={suggestions} onFollow={onFollow} />
          <button type="submit" className={styles.more} data-stop="">
            Plus de résultats...
          </button>
        </div>
      )}
      <PanelBlocks panel={panel} onFollow={onFollow} />
    </div>
  );
}

function PanelBlocks({ panel, onFollow }: { panel: SearchPanel; onFollow: () => void }) {
  if (panel.status === 'loading') return <LineShapes count={5} />;
  if (panel.status === 'offline')
    return <p className={styles.none}>Hors connexion : cette recherche attend le réseau.</p>;
  if (panel.status === 'error')
    return <p className={styles.none}>La recherche n'a pas abouti. Réessayez dans un instant.</p>;
  return (
    <div className={styles.blocks}>
      <Block title="Catégories" links={panel.categories} onFollow={onFollow} />
      <Block title="Suggestion de produits" links={panel.products} onFollow={onFollow} />
      <Block title="Découvrir les boutiques" links={panel.stores} onFollow={onFollow} />
    </div>
  );
}

interface BlockProps {
  title: string;
  links: readonly SuggestionLink[];
  onFollow: () => void;
}

function Block({ title, links, onFollow }: BlockProps) {
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      {links.length === 0 ? (
        <p className={styles.none}>Aucun résultat trouvé</p>
      ) : (
        <LinkList links={links} onFollow={onFollow} />
      )}
    </section>
  );
}

function LinkList({ links, onFollow }: Omit<BlockProps, 'title'>) {
  return (
    <ul className={styles.links}>
      {links.map((link) => (
        <li key={link.id}>
          <Link to={link.to} onClick={onFollow} data-stop="">
            <span>{link.name}</span>
            {link.detail && <small>{link.detail}</small>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
