// CopyButton: copies a change as text, and reports the result.
import { useEffect, useState } from 'react';
import { Button } from '../controls/button.tsx';

/** Time for which the result replaces the label, milliseconds. */
const answeredMs = 4000;

interface CopyButtonProps {
  /** False if the browser refuses. */
  onCopy: () => Promise<boolean>;
  /** Id of the element that names the change. */
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
