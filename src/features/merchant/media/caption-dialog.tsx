// The words of a picture that the library has: written anew, and kept on the device until the server has them.
import { type FormEvent, useState } from 'react';
import { notKeptSentence } from '#domain/not-kept.ts';
import { captionImage, type ShownImage } from '#state/writes/media.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/controls/fields.tsx';
import { TextField } from '#ui/controls/text-fields.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import styles from './media-library.module.css';
import { Thumbnail } from './thumbnail.tsx';

export const CAPTION_AT_MOST = 120;
export const captionHint = 'Ce que l’on voit, pour les clients qui ne voient pas l’image.';

export function CaptionDialog({ image, onClose }: { image: ShownImage; onClose: () => void }) {
  const [words, setWords] = useState(image.caption);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    // The form of the page is another one.
    event.stopPropagation();
    if (busy) return;
    const caption = words.trim();
    if (caption === image.caption) return onClose();
    setBusy(true);
    setProblem(null);
    try {
      await captionImage(image, caption);
      onClose();
    } catch (failure) {
      console.error(failure);
      setProblem(notKeptSentence(failure));
      setBusy(false);
    }
  };
  return (
    // What was typed is not lost by a tap beside the dialog.
    <Modal open onClose={words === image.caption ? onClose : undefined} title="Légende de l’image">
      <form className={styles.caption} onSubmit={save} noValidate>
        <Thumbnail shown={image} />
        <TextField
          label="Légende"
          hint={captionHint}
          maxLength={CAPTION_AT_MOST}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          enterKeyHint="done"
        />
        <FieldError text={problem} />
        <div className={styles.ways}>
          <Button variant="secondary" onClick={onClose}>
            Annuler
          </Button>
          <Button type="submit" busy={busy}>
            Enregistrer la légende
          </Button>
        </div>
      </form>
    </Modal>
  );
}
