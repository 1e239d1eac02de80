// NotifyMe: asks for notifications of an order on this device, and names the obstacles.
import { Button } from '../controls/button.tsx';
import { Drawing } from '../controls/icon.tsx';
import styles from './notify-me.module.css';

/** A bell; here alone, since the common icons load with every page. */
const BELL = 'M6 16.5h12l-1.5-2.3V10a4.5 4.5 0 0 0-9 0v4.2L6 16.5ZM10 19a2 2 0 0 0 4 0M12 5.5V4';

/** As of the switch of the device (state/device/push-subscription.ts). */
type NotifyState = 'unknown' | 'impossible' | 'install' | 'denied' | 'off' | 'asking' | 'on' | 'unreachable' | 'failed';

const notes: Partial<Record<NotifyState, string>> = {
  install:
    'Pour être prévenu sur cet appareil, ajoutez d’abord le site à l’écran d’accueil (Partager, puis «\u00a0Sur l’écran d’accueil\u00a0»), et ouvrez-le depuis là.',
  denied:
    'Les notifications sont bloquées pour ce site\u00a0: les réglages du navigateur permettent de les autoriser. Vous serez prévenu par e-mail.',
  asking: 'En attente de votre accord et de la réponse du serveur…',
  on: 'Cet appareil vous préviendra dès que votre commande sera prête ou expédiée, même application fermée.',
  unreachable: 'Il faut du réseau\u00a0: réessayez dès son retour.',
  failed: 'L’appareil n’a pas pu être inscrit aux notifications. Réessayez dans un instant.',
};

interface NotifyMeProps {
  state: NotifyState;
  onTurn(on: boolean): void;
}

/** Nothing where the browser has no notifications: mails are sent anyway. */
export function NotifyMe({ state, onTurn }: NotifyMeProps) {
  if (state === 'unknown' || state === 'impossible') return null;
  const asks = state !== 'on' && state !== 'install' && state !== 'denied';
  return (
    <div className={styles.notify}>
      {asks && (
        <Button variant="secondary" busy={state === 'asking'} onClick={() => onTurn(true)}>
          <Drawing d={BELL} size={20} />
          Me prévenir sur cet appareil
        </Button>
      )}
      <p className={styles.note} role="status">
        {state === 'on' && <Drawing d={BELL} size={18} />}
        <span>{notes[state]}</span>
      </p>
      {state === 'on' && (
        <Button variant="quiet" onClick={() => onTurn(false)}>
          Ne plus me prévenir
        </Button>
      )}
    </div>
  );
}
