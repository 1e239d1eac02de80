// PhotoField: a click opens the camera; a second button opens the files.
import { type RefObject, useId } from 'react';
import { FieldError } from '#ui/fields/fields.tsx';
import { ProductIcon } from '../product-icon.tsx';
import styles from './quick-page.module.css';
import type { usePhoto } from './use-photo.ts';

interface PhotoFieldProps {
  camera: RefObject<HTMLInputElement | null>;
  photo: ReturnType<typeof usePhoto>;
  /** Called with a photo: the focus moves to the name. */
  onPhoto: () => void;
}

export function PhotoField({ camera, photo, onPhoto }: PhotoFieldProps) {
  const { captured, error, busy, take } = photo;
  const errorId = useId();
  const read = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    const isThere = await take(file);
    // Choosing the same photo again would fire no change event.
    input.value = '';
    if (isThere) onPhoto();
  };
  return (
    <div className={styles.photo}>
      <label className={styles.frame} data-filled={captured !== null || undefined} aria-busy={busy || undefined}>
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          className="visually-hidden"
          aria-describedby={error ? errorId : undefined}
          onChange={({ currentTarget }) => void read(currentTarget)}
        />
        {captured && <img src={captured.url} alt="" className={styles.shot} />}
        <span className={styles.take}>
          <ProductIcon name="camera" size={captured ? 22 : 40} />
          {busy ? 'Un instant…' : captured ? 'Reprendre la photo' : 'Prendre une photo'}
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
