// SendAllButton: sends all pending writes now.
import { useState } from 'react';
import { useConnectivity } from '#state/page/connectivity.ts';
import { flushWrites } from '#state/pending/pending-actions.ts';
import { useTray } from '#state/pending/pending-writes.ts';
import { Button } from '#ui/controls/button.tsx';
import styles from './pending-list.module.css';
import { canLeave, whyNothingLeaves } from './pending-texts.ts';

/**
 * Sends all writes and shows the outcome. Primary only if a write can be sent: else it gives the reason as a secondary
 * button, or is hidden if only the user can continue.
 */
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
  const why = whyNothingLeaves(waiting, online);
  const isTried = state === 'sending' || waiting.some(canLeave);
  return (
    <div className={styles.sendAll}>
      {isTried && (
        <Button
          icon="send"
          variant={why === null || state === 'sending' ? 'primary' : 'secondary'}
          wide={wide}
          busy={state === 'sending'}
          onClick={() => void send()}
        >
          {state === 'sending' ? 'Envoi en cours…' : 'Tout envoyer maintenant'}
        </Button>
      )}
      <p role="status" className={styles.quiet}>
        {state !== 'sending' &&
          (why ?? (state === 'unsent' && 'Le reste sera envoyé automatiquement, ou attend votre choix.'))}
      </p>
    </div>
  );
}
