// DataSaverSwitch: 'Économiser les données', for the foot of the page and the menu.
import { useContext } from 'react';
import { Surroundings } from '../loading/app-context.tsx';
import styles from './data-saver-switch.module.css';

export function DataSaverSwitch() {
  const { sparing, onSparing } = useContext(Surroundings);
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={sparing}
        checked={sparing}
        onChange={(event) => onSparing?.(event.target.checked)}
      />
      <span>Économiser les données</span>
    </label>
  );
}
