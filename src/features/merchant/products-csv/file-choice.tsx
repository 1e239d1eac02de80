// FileChoice: field for choosing or dropping a file.
import { useId, useState } from 'react';
import { FieldError } from '#ui/fields/fields.tsx';
import styles from './import-page.module.css';

export function FileChoice({ mistake, onFile }: { mistake: string | undefined; onFile: (file: File) => void }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    <section className={styles.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>2. Le fichier</h2>
      <label
        htmlFor={id}
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <strong>Choisir un fichier CSV</strong>
        <span>ou le déposer ici. Il est vérifié ligne par ligne avant que rien ne soit modifié.</span>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv,text/plain"
          aria-describedby={mistake ? `${id}-error` : undefined}
          aria-invalid={mistake ? true : undefined}
          onChange={(event) => {
            take(event.target.files);
            // The same file can be chosen again after a correction.
            event.target.value = '';
          }}
        />
      </label>
      <FieldError id={`${id}-error`} text={mistake} />
    </section>
  );
}
