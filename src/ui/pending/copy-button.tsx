// CopyButton: takes a change along as a text, for a message to the market or for oneself. Says whether the browser let it.
import { useEffect, useState } from 'react';
import { Button } from '../controls/button.tsx';

/** How long its answer stands in place of its name, milliseconds. */
const answeredMs = 4000;

interface CopyButtonProps {
  /** False when the browser does not let it. */
  onCopy: () => Promise<boolean>;
  /** Id of what says which change it is. */
  about: string;
}

export function CopyButton({ onCopy, about }: CopyButtonProps) {
  const [answer, setAnswer] = useState('');
  useEffect(() => {
    if (answer === '') return;
    const timer = setTimeout(() => setAnswer(''), answeredMs);
    return () => clearTimeout(timer);
  }, [answer]);
  const copy = async () => setAnswer((await onCopy().catch(() => false)) ? 'Copié' : 'Copie impossible');
  return (
    <>
      <Button variant="quiet" aria-describedby={about} onClick={() => void copy()}>
        {answer || 'Copier'}
      </Button>
      <span role="status" className="visually-hidden">
        {answer}
      </span>
    </>
  );
}
