// Starting point of a round.
import { useTowns } from '#state/api/towns.ts';
import { useDevicePosition } from '#state/device/geolocation.ts';
import { positionMessage } from '#state/device/position-messages.ts';
import { Icon } from '#ui/controls/icon.tsx';
import styles from './round.module.css';
import { FIRST_STOP, POSITION } from './use-round.ts';

export function RoundStart({ from, onSetOut }: { from: string; onSetOut: (from: string) => void }) {
  const towns = useTowns();
  const device = useDevicePosition();
  const words = from === POSITION ? positionMessage(device) : '';
  return (
    <div className={styles.start}>
      <label>
        <Icon name="pin" size={20} />
        <span>Partir de</span>
        <select value={from} onChange={({ target }) => onSetOut(target.value)}>
          <option value={FIRST_STOP}>Premier arrêt</option>
          <option value={POSITION}>Ma position</option>
          {towns.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <p role="status" className={words ? styles.quiet : 'visually-hidden'}>
        {words}
      </p>
    </div>
  );
}
