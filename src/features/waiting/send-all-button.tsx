import { useState } from 'react';
import { useConnectivity } from '#state/connectivity.ts';
import { flushWrites, useTray } from '#state/pending.ts';
import { Button } from '#ui/button.tsx';
import styles from './tray.module.css';

/** Tries everything at once, and says what became of the attempt. */
export function SendAllButton({ wide = false }: { wide?: boolean }) {
  const { waiting } = useTray();
  const { online } = useConnectivity();
  const [state, setState] = useState<'idle' | 'sending' | 'unsent'>('idle');
  if (waiting.length === 0) return null;
  const send = async () => {
    setState('sending');
    const sent = await flushWrites().catch((failure: unknown) => {
      console.error(failure);
      return false;
    });
    setState(sent ? 'idle' : 'unsent');
  };
  return (
    <div className={styles.sendAll}>
      <Button icon="send" wide={wide} busy={state === 'sending'} onClick={() => void send()}>
        {state === 'sending' ? 'Envoi en cours…' : 'Tout envoyer maintenant'}
      </Button>
      <p role="status" className={styles.quiet}>
        {state === 'unsent' &&
          (online
            ? 'Ce qui reste part tout seul, ou attend votre choix.'
            : 'Le réseau ne répond pas\u00a0: rien n’est perdu, l’envoi se fera tout seul.')}
      </p>
    </div>
  );
}
