// RecentSearches: what was searched on this device, instead of the results.
import { Button } from '#ui/controls/button.tsx';
import { Section } from '#ui/text/section.tsx';
import styles from './search-results.module.css';

interface RecentSearchesProps {
  recent: readonly string[];
  onChoose: (text: string) => void;
  onForget: () => void;
}

export function RecentSearches({ recent, onChoose, onForget }: RecentSearchesProps) {
  return (
    <Section title="Recherches récentes">
      <ul className={styles.chips}>
        {recent.map((text) => (
          <li key={text}>
            <button type="button" onClick={() => onChoose(text)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.onDevice}>
        Gardées sur cet appareil seulement.{' '}
        <Button variant="quiet" onClick={onForget}>
          Effacer
        </Button>
      </p>
    </Section>
  );
}
