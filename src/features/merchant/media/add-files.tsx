// AddFiles: captions and crops chosen pictures before they are stored; explains rejected files.
// Guarantee: an added picture is on the device with its bytes, also offline.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MAX_CAPTION } from '#contract/limits.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { storageErrorMessage } from '#domain/text/storage-error.ts';
import { type PictureArea, shrinkPhoto } from '#state/device/photo.ts';
import { sendPicture } from '#state/merchant/media.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import { LineShapes } from '#ui/states/loaded.tsx';
import styles from './add-files.module.css';
import { captionHint } from './caption-dialog.tsx';
import { CropStep } from './crop-step.tsx';
import { type ReadFile, readFile } from './read-file.ts';

interface Entry extends ReadFile {
  caption: string;
  /** Preview of the cropped part. */
  framed: string | null;
  area: PictureArea | null;
}

interface AddFilesProps {
  files: readonly File[];
  /** Temporary ids of the added pictures. */
  onAdded: (refs: string[]) => void;
  onCancel: () => void;
}

export function AddFiles({ files, onAdded, onCancel }: AddFilesProps) {
  const [entries, setEntries] = useState<Entry[] | null>(null);
  const [framing, setFraming] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const addresses = useRef(new Set<string>());
  /** On the device by now. */
  const added = useRef<string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const isRead = entries !== null;
  // The button that opened this step has disappeared.
  useEffect(() => {
    if (isRead && framing === null) form.current?.focus();
  }, [isRead, framing]);

  useEffect(() => {
    const mine = addresses.current;
    let left = false;
    void Promise.all(files.map(readFile)).then((read) => {
      for (const { url } of read) if (url) mine.add(url);
      if (!left) setEntries(read.map((one) => ({ ...one, caption: '', framed: null, area: null })));
    });
    return () => {
      left = true;
      for (const url of mine) URL.revokeObjectURL(url);
      mine.clear();
    };
  }, [files]);

  if (!entries) return <LineShapes count={Math.min(4, files.length + 1)} />;
  const change = (key: string, changes: Partial<Entry>) =>
    setEntries((now) => now?.map((one) => (one.key === key ? { ...one, ...changes } : one)) ?? null);
  const good = entries.filter((one) => one.problem === null);

  const framed = entries.find(({ key }) => key === framing);
  if (framed?.url) {
    const { key, url, file } = framed;
    return (
      <CropStep
        url={url}
        onCrop={async (area) => {
          const part = area && (await shrinkPhoto(file, area));
          const made = part && URL.createObjectURL(new Blob([part.bytes], { type: part.mime }));
          if (made) addresses.current.add(made);
          change(key, { area, framed: made });
          setFraming(null);
        }}
      />
    );
  }

  const add = async (event: FormEvent) => {
    event.preventDefault();
    // The form of the page is another one.
    event.stopPropagation();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const left: Entry[] = [];
    for (const entry of good) {
      try {
        const { file, area, caption } = entry;
        const photo = await shrinkPhoto(file, area);
        added.current.push(await sendPicture({ ...photo, caption: caption.trim(), fileName: file.name }));
      } catch (failure) {
        console.error(failure);
        left.push(entry);
        setProblem(storageErrorMessage(failure));
      }
    }
    setBusy(false);
    if (left.length === 0) return onAdded(added.current);
    // Stored pictures are not added twice.
    setEntries(left);
  };

  return (
    <form ref={form} tabIndex={-1} className={styles.form} onSubmit={add} noValidate aria-label="Nouvelles images">
      <ul className={styles.entries}>
        {entries.map((entry, at) => (
          <li key={entry.key} className={styles.entry} data-bad={entry.problem !== null || undefined}>
            {entry.url ? (
              <img className={styles.preview} src={entry.framed ?? entry.url} alt="" width={96} height={96} />
            ) : (
              <span className={styles.preview} aria-hidden="true" />
            )}
            <div className={styles.what}>
              <p className={styles.name}>{entry.file.name}</p>
              {entry.problem === null ? (
                <TextField
                  label="Légende"
                  hint={captionHint}
                  maxLength={MAX_CAPTION}
                  value={entry.caption}
                  aria-label={`Légende de ${entry.file.name}`}
                  onChange={({ target }) => change(entry.key, { caption: target.value })}
                  enterKeyHint={at === entries.length - 1 ? 'done' : 'next'}
                />
              ) : (
                <FieldError text={entry.problem} />
              )}
            </div>
            <div className={styles.tools}>
              {entry.problem === null && (
                <Button variant="secondary" icon="frame" onClick={() => setFraming(entry.key)}>
                  {entry.area ? 'Recadrer encore' : 'Recadrer'}
                </Button>
              )}
              <IconButton
                icon="close"
                label={`Écarter ${entry.file.name}`}
                onClick={() => {
                  const rest = entries.filter(({ key }) => key !== entry.key);
                  if (rest.length === 0) onCancel();
                  else setEntries(rest);
                }}
              />
            </div>
          </li>
        ))}
      </ul>
      <FieldError text={problem} />
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onCancel}>
          Revenir à la médiathèque
        </Button>
        {good.length > 0 && (
          <Button type="submit" busy={busy}>
            Ajouter {countWithNoun(good.length, 'image')}
          </Button>
        )}
      </div>
    </form>
  );
}
