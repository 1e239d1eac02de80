// ConnectivityLine: the line about network and pending writes below the header; empty if all is well.
import { Link, useLocation } from 'react-router-dom';
import { countWithNoun } from '#domain/text/plural.ts';
import { Icon, type IconName } from '../controls/icon.tsx';
import styles from './connectivity-line.module.css';
import type { ConnectivityLineProps } from './shell-interfaces.ts';

interface ConnectivityMessage {
  sign: IconName;
  words: string;
}

/** Content of the line; null for none. */
export function connectivityMessage({
  online,
  weak,
  waiting,
  loginTo,
}: ConnectivityLineProps): ConnectivityMessage | null {
  const wait = waiting > 0 ? `${countWithNoun(waiting, 'modification')} en attente` : '';
  if (!online) return { sign: 'offline', words: wait === '' ? 'Hors connexion' : `Hors connexion · ${wait}` };
  if (loginTo !== null) {
    const words =
      waiting > 0
        ? `Reconnectez-vous pour envoyer ${countWithNoun(waiting, 'modification')}`
        : 'Votre session est terminée';
    return { sign: 'user', words };
  }
  if (weak)
    return { sign: 'signal', words: `Signal faible\u00a0: ${wait === '' ? 'le marché tarde à répondre' : wait}` };
  return wait === '' ? null : { sign: 'clock', words: wait };
}

export function ConnectivityLine(props: ConnectivityLineProps) {
  const { online, loginTo, refused, urgent, waiting, onShow } = props;
  const { state } = useLocation();
  const message = connectivityMessage(props);
  if (message === null && refused === 0) return null;
  const { sign, words } = message ?? { sign: 'check', words: '' };
  return (
    <p className={`${styles.line} slate-focus`}>
      {words !== '' && (
        <span className={styles.words}>
          <Icon name={sign} size={18} />
          {words}
        </span>
      )}
      {online && loginTo !== null && (
        <Link to={loginTo} state={state} className={styles.way}>
          Me reconnecter
        </Link>
      )}
      {refused > 0 && (
        <span className={urgent ? styles.refused : styles.words}>
          <Icon name={urgent ? 'alert' : 'check'} size={urgent ? 16 : 18} />
          {countWithNoun(refused, 'modification')} à vérifier
        </span>
      )}
      {onShow && waiting + refused > 0 && (
        <button type="button" className={styles.way} onClick={onShow}>
          Voir<span className="visually-hidden"> ce qui attend</span>
        </button>
      )}
    </p>
  );
}
