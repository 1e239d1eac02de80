// DataSaverSwitch: 'Économiser les données', for the foot of the page and the menu.
import { useContext } from 'react';
import styles from './data-saver-switch.module.css';
import { Surroundings } from './surroundings.tsx';

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
