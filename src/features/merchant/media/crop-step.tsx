// CropStep: crops a picture, with shape, frame and reset. The cropper loads on first use; without it the whole picture
// is used.
import { useEffect, useRef, useState } from 'react';
import type { PictureArea } from '#state/device/photo.ts';
import { Button } from '#ui/controls/button.tsx';
import { RadioGroup } from '#ui/fields/fields.tsx';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { LineShapes } from '#ui/states/loaded.tsx';
import styles from './crop-step.module.css';

const cropArea = lazyPart(() => import('./crop-area.tsx'));

const shapes = [
  { value: 'square', label: 'Carré', aspect: 1 },
  { value: 'landscape', label: 'Paysage', aspect: 4 / 3 },
  { value: 'portrait', label: 'Portrait', aspect: 3 / 4 },
] as const;

interface CropStepProps {
  url: string;
  onCrop: (area: PictureArea | null) => void;
}

export function CropStep({ url, onCrop }: CropStepProps) {
  const [shape, setShape] = useState<string>(shapes[0].value);
  const [area, setArea] = useState<PictureArea | null>(null);
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => step.current?.focus(), []);
  const aspect = shapes.find(({ value }) => value === shape)?.aspect ?? 1;
  return (
    <section ref={step} tabIndex={-1} className={styles.step} aria-label="Recadrer l’image">
      <RadioGroup
        label="Forme"
        name="crop-shape"
        look="chips"
        options={shapes}
        value={shape}
        onChange={({ target }) => setShape(target.value)}
      />
      <LazyPart
        part={cropArea}
        props={{ url, aspect, onArea: setArea }}
        fallback={<LineShapes count={4} />}
        missing={(again) => (
          <div className={styles.missing} role="alert">
            <p>Il faut du réseau pour recadrer la première fois. L’image peut être envoyée entière, sans attendre.</p>
            <Button variant="secondary" icon="refresh" onClick={again}>
              Réessayer
            </Button>
          </div>
        )}
      />
      <div className={styles.actions}>
        <Button variant="secondary" onClick={() => onCrop(null)}>
          Garder l’image entière
        </Button>
        <Button disabled={area === null} onClick={() => onCrop(area)}>
          Appliquer le cadrage
        </Button>
      </div>
    </section>
  );
}
