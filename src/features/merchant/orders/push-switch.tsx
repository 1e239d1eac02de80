// PushSwitch: switch for new-order notifications on this device, with the obstacles.

import { disableOrderPush, enableOrderPush, type OrderPush, useOrderPush } from '#state/merchant-orders/order-push.ts';
import { useSession } from '#state/session/session.ts';
import { Switch } from '#ui/fields/switch.tsx';
import styles from './push-switch.module.css';

const WORDS = 'Me prévenir des nouvelles commandes sur cet appareil';

const notes: Record<OrderPush, string> = {
  unknown: '',
  off: '',
  impossible:
    'Ce navigateur ne sait pas afficher de notifications\u00a0: essayez avec un autre, ou une version plus récente.',
  install:
    'Sur cet appareil, ajoutez d’abord le site à l’écran d’accueil (Partager, puis «\u00a0Sur l’écran d’accueil\u00a0»), et ouvrez-le depuis là.',
  denied:
    'Les notifications sont bloquées pour ce site. Pour les autoriser, touchez l’icône à gauche de l’adresse, puis «\u00a0Notifications\u00a0», ou passez par les réglages du navigateur.',
  asking: 'En attente de votre accord et de la réponse du serveur…',
  on: 'Chaque nouvelle commande s’affichera ici, même quand l’application est fermée.',
  unreachable: 'Il faut du réseau\u00a0: réessayez dès son retour.',
  failed: 'L’appareil n’a pas pu être inscrit aux notifications. Réessayez dans un instant.',
};

export function PushSwitch() {
  const state = useOrderPush();
  const storeId = useSession().user?.ownedStore;
  const isPossible = state !== 'impossible' && state !== 'install';
  const turn = (on: boolean) => {
    if (on && storeId) void enableOrderPush(storeId);
    // If this call fails, the server detects the end of the subscription.
    else if (!on) disableOrderPush().catch(() => undefined);
  };
  return (
    <div className={styles.push}>
      {isPossible ? (
        <Switch on={state === 'on' || state === 'asking'} onChange={turn}>
          {WORDS}
        </Switch>
      ) : (
        <p className={styles.words}>{WORDS}</p>
      )}
      <p className={styles.note} role="status">
        {notes[state]}
      </p>
    </div>
  );
}
