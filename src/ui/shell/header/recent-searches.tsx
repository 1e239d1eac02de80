// RecentSearches: what was searched on this device, below an empty search field.
import { Icon } from '../../controls/icon.tsx';
import styles from './search-results.module.css';

interface RecentSearchesProps {
  listId: string;
  recent: readonly string[];
  onChoose: (text: string) => void;
  onForget: () => void;
}

export default function RecentSearches({ listId, recent, onChoose, onForget }: RecentSearchesProps) {
  return (
    <div id={listId} className={styles.panel}>
      <fieldset>
        <legend className={styles.title}>Recherches récentes sur cet appareil</legend>
        {recent.map((text) => (
          <button key={text} type="button" className={styles.choice} onClick={() => onChoose(text)}>
            <Icon name="clock" size={18} />
            <span>{text}</span>
          </button>
        ))}
        <button type="button" className={styles.choice} data-more="" onClick={onForget}>
          Effacer
        </button>
      </fieldset>
    </div>
  );
}
