// ListOrWeek: list and week of the appointments: side by side on wide screens, else one of them.
import type { ReactNode } from 'react';
import styles from './list-or-week.module.css';

interface ListOrWeekProps {
  list: ReactNode;
  week: ReactNode;
  isWeek: boolean;
  onChoose(isWeek: boolean): void;
}

export function ListOrWeek({ list, week, isWeek, onChoose }: ListOrWeekProps) {
  return (
    <>
      <fieldset className={styles.choice}>
        <legend className="visually-hidden">Affichage</legend>
        <button type="button" aria-pressed={!isWeek} onClick={() => onChoose(false)}>
          Liste
        </button>
        <button type="button" aria-pressed={isWeek} onClick={() => onChoose(true)}>
          Semaine
        </button>
      </fieldset>
      <div className={styles.both} data-shown={isWeek ? 'week' : 'list'}>
        <div className={styles.list}>{list}</div>
        <div className={styles.week}>{week}</div>
      </div>
    </>
  );
}
