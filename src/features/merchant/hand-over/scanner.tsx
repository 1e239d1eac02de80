// Scanner: the camera picture with a frame, or the reason for its absence.
import { useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import styles from './scanner.module.css';
import { type CameraState, useCamera } from './use-camera.ts';

const WHY: Readonly<Partial<Record<CameraState, string>>> = {
  none: 'Cet appareil n’a pas de caméra utilisable ici.',
  refused: 'L’accès à la caméra est refusé. Autorisez-la pour ce site dans les réglages du navigateur, puis réessayez.',
  busy: 'La caméra est occupée par une autre application. Fermez-la, puis réessayez.',
};

interface ScannerProps {
  onCode(text: string): void;
}

export function Scanner({ onCode }: ScannerProps) {
  const [attempt, setAttempt] = useState(0);
  return <Filming key={attempt} onCode={onCode} onAgain={() => setAttempt(attempt + 1)} />;
}

function Filming({ onCode, onAgain }: ScannerProps & { onAgain(): void }) {
  const { video, state } = useCamera(onCode);
  const why = WHY[state];
  return (
    <section className={styles.scanner} aria-label="Caméra">
      <div
        className={styles.picture}
        hidden={why !== undefined}
        data-on={state === 'on' || undefined}
        aria-hidden="true"
      >
        <video ref={video} className={styles.video} muted playsInline disablePictureInPicture />
        <span className={styles.frame} />
      </div>
      {why ? (
        <div className={styles.why}>
          <Icon name="frame" size={32} />
          <p>
            {why} <strong>Tapez le code court de votre client.</strong>
          </p>
          <Button variant="secondary" icon="refresh" onClick={onAgain}>
            Réessayer avec la caméra
          </Button>
        </div>
      ) : (
        <p className={styles.hint} role="status">
          {state === 'on' ? 'Présentez le code QR de votre client devant la caméra.' : 'La caméra démarre…'}
        </p>
      )}
    </section>
  );
}
