// The big place of the photo: a tap opens the camera; beside it, the pictures that the device holds.
import { type RefObject, useId } from 'react';
import { FieldError } from '#ui/fields/fields.tsx';
import { ProductIcon } from '../product-icon.tsx';
import styles from './quick-page.module.css';
import type { usePhoto } from './use-photo.ts';

interface PhotoFieldProps {
  camera: RefObject<HTMLInputElement | null>;
  photo: ReturnType<typeof usePhoto>;
  /** It is there: on to the name. */
  onTaken: () => void;
}

export function PhotoField({ camera, photo, onTaken }: PhotoFieldProps) {
  const { taken, error, busy, take } = photo;
  const errorId = useId();
  const read = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    const isThere = await take(file);
    // The same photo again would be no change.
    input.value = '';
    if (isThere) onTaken();
  };
  return (
    <div className={styles.photo}>
      <label className={styles.frame} data-filled={taken !== null || undefined} aria-busy={busy || undefined}>
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          className="visually-hidden"
          aria-describedby={error ? errorId : undefined}
          onChange={({ currentTarget }) => void read(currentTarget)}
        />
        {taken && <img src={taken.url} alt="" className={styles.shot} />}
        <span className={styles.take}>
          <ProductIcon name="camera" size={taken ? 22 : 40} />
          {busy ? 'Un instant…' : taken ? 'Reprendre la photo' : 'Prendre une photo'}
        </span>
      </label>
      <label className={styles.gallery}>
        <input
          type="file"
          accept="image/*"
          className="visually-hidden"
          onChange={({ currentTarget }) => void read(currentTarget)}
        />
        Choisir une image de cet appareil
      </label>
      <FieldError id={errorId} text={error} />
    </div>
  );
}
