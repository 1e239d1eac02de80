// The slate line under the header: what waits, calmly. Nothing when all is well.
import { pluralised } from '#domain/plural.ts';
import { Icon } from '../icon.tsx';
import styles from './connectivity-line.module.css';
import type { ConnectivityLineProps } from './shell-interfaces.ts';

function sentence({ online, waiting, refused }: ConnectivityLineProps): string {
  const parts: string[] = [];
  if (!online) parts.push('Hors connexion');
  if (waiting > 0) {
    parts.push(`${waiting}\u00a0${pluralised(waiting, 'changement')} ${waiting > 1 ? 'attendent' : 'attend'}`);
  }
  if (refused > 0) parts.push(`${refused}\u00a0${pluralised(refused, 'changement')} à revoir`);
  return parts.join(' · ');
}

export function ConnectivityLine(props: ConnectivityLineProps) {
  const words = sentence(props);
  return (
    <div role="status">
      {words !== '' && (
        <p className={`${styles.line} slate-focus`} data-refused={props.refused > 0 ? '' : undefined}>
          <Icon name={props.refused > 0 ? 'alert' : props.online ? 'clock' : 'offline'} size={18} />
          <span>{words}</span>
          {props.onShow && props.waiting + props.refused > 0 && (
            <button type="button" onClick={props.onShow}>
              Voir
            </button>
          )}
        </p>
      )}
    </div>
  );
}
