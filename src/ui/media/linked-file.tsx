// LinkedFile: the button of a file that is downloaded by a new link each time.
import { useContext, useEffect, useState } from 'react';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { Button } from '../controls/button.tsx';
import styles from '../fields/fields.module.css';
import { FieldError } from '../fields/fields.tsx';
import { AppContext } from '../loading/app-context.tsx';

export type FileLink =
  | { outcome: 'ready'; url: string }
  | { outcome: 'offline' }
  | { outcome: 'refused'; message: string };

interface LinkedFileProps {
  label: string;
  /** For screen readers, if the label alone is not enough. */
  name?: string;
  /** Requests a link. Rejects for an error that is no answer. */
  onAsk: () => Promise<FileLink>;
  /** Says without a network that one is needed, before a click does. */
  hasNote?: boolean;
}

const needsNetwork = 'Il faut du réseau pour télécharger\u00a0: réessayez dès son retour.';

export function LinkedFile({ label, name, onAsk, hasNote = false }: LinkedFileProps) {
  const { online } = useContext(AppContext);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (online) setProblem(null);
  }, [online]);

  const download = async () => {
    setAsking(true);
    setProblem(null);
    try {
      const link = await onAsk();
      // Sent as an attachment: the page stays.
      if (link.outcome === 'ready') window.location.assign(link.url);
      else setProblem(link.outcome === 'offline' ? needsNetwork : link.message);
    } catch (failure) {
      console.error(failure);
      setProblem(UNEXPECTED_FAILURE);
    }
    setAsking(false);
  };

  return (
    <div>
      <Button variant="secondary" icon="sheet" busy={isAsking} aria-label={name} onClick={() => void download()}>
        {label}
      </Button>
      {hasNote && !online && !problem && <p className={styles.hint}>Il faut du réseau pour télécharger.</p>}
      <FieldError text={problem} />
    </div>
  );
}
