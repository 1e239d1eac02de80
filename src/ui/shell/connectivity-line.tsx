// The slate line under the header: what waits, calmly. Nothing when all is well, nor while a write is merely on its way.
import { useEffect, useState } from 'react';
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

/** A write that is answered within this time was never waiting. */
const ON_ITS_WAY_MS = 4000;

function useLongerThan(what: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!what) return;
    const timer = setTimeout(() => setLasting(true), ms);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [what, ms]);
  return what && lasting;
}

export function ConnectivityLine(props: ConnectivityLineProps) {
  const lasting = useLongerThan(props.waiting > 0, ON_ITS_WAY_MS);
  const words = sentence(props.online && !lasting ? { ...props, waiting: 0 } : props);
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
