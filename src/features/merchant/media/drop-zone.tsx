// DropZone: adds pictures by drop, file choice or camera.
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import styles from './drop-zone.module.css';
import { acceptedTypes } from './read-file.ts';

interface DropZoneProps {
  /** One file at a time. */
  single: boolean;
  onFiles: (files: File[]) => void;
}

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

export function DropZone({ single, onFiles }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = (list: FileList | null) => {
    const chosen = [...(list ?? [])].slice(0, single ? 1 : undefined);
    if (chosen.length > 0) onFiles(chosen);
  };
  const input = { type: 'file', accept: acceptedTypes, hidden: true, tabIndex: -1 } as const;
  return (
    <section
      className={styles.zone}
      aria-label="Nouvelles images"
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <p className={styles.words}>{single ? 'Déposez une image ici, ou' : 'Déposez des images ici, ou'}</p>
      <div className={styles.ways}>
        <Button variant="secondary" icon="plus" onClick={() => files.current?.click()}>
          {single ? 'Choisir un fichier' : 'Choisir des fichiers'}
        </Button>
        <Button variant="secondary" className={styles.camera} onClick={() => camera.current?.click()}>
          Prendre une photo
        </Button>
      </div>
      <p className={styles.hint}>JPEG, PNG ou WebP.</p>
      <input
        {...input}
        ref={files}
        aria-label="Fichiers"
        multiple={!single}
        onChange={({ target }) => {
          take(target.files);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <input
        {...input}
        ref={camera}
        aria-label="Appareil photo"
        capture="environment"
        onChange={({ target }) => {
          take(target.files);
          target.value = '';
        }}
      />
    </section>
  );
}
