// CaptionDialog: edits the caption of a picture, also offline.
import { MAX_CAPTION } from '#contract/limits.ts';
import type { OfflineFormDefinition } from '#state/forms/form-definition.ts';
import { useOfflineForm } from '#state/forms/use-offline-form.ts';
import { captionImage, captionMatcher, type ShownImage } from '#state/merchant/media.ts';
import { type LateRefusal, useLateRefusal } from '#state/pending/pending-writes.ts';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import styles from './media-library.module.css';
import { Thumbnail } from './thumbnail.tsx';

export const captionHint = 'Décrivez l’image, pour les clients qui ne la voient pas.';

interface CaptionValues {
  caption: string;
}

export const captionForm = (image: ShownImage): OfflineFormDefinition<CaptionValues> => ({
  draft: `légende ${image.ref}`,
  afterSave: 'follow',
  source: { values: { caption: image.caption }, version: null, waiting: [] },
  fieldOf: () => 'caption',
  async send(typed, base) {
    const caption = typed.caption.trim();
    return caption === base.values.caption ? { outcome: 'unchanged' } : captionImage(image, caption);
  },
});

/** A caption that was refused after it had waited, in the terms of the form. */
export const captionRefusal = ({ request, ...refusal }: LateRefusal<string>) => ({
  ...refusal,
  values: { caption: request },
});

export function CaptionDialog({ image, onClose }: { image: ShownImage; onClose: () => void }) {
  const refused = useLateRefusal(captionMatcher(image));
  const { form, submit, isDirty, isSending, messages, revert } = useOfflineForm<CaptionValues>({
    ...captionForm(image),
    refusal: refused && captionRefusal(refused),
    onSaved: onClose,
  });
  return (
    // What was typed is not lost by a tap beside the dialog.
    <Modal open onClose={isDirty ? undefined : onClose} title="Légende de l’image">
      <form
        className={styles.caption}
        onSubmit={(event) => {
          // The form of the page is another one.
          event.stopPropagation();
          void submit(event);
        }}
        noValidate
      >
        <Thumbnail shown={image} />
        <TextField
          label="Légende"
          hint={captionHint}
          maxLength={MAX_CAPTION}
          enterKeyHint="done"
          error={form.formState.errors.caption?.message}
          {...form.register('caption')}
        />
        <FieldError text={messages.join(' ')} />
        <div className={styles.ways}>
          <Button
            variant="secondary"
            onClick={() => {
              revert();
              onClose();
            }}
          >
            Annuler
          </Button>
          <Button type="submit" busy={isSending}>
            Enregistrer la légende
          </Button>
        </div>
      </form>
    </Modal>
  );
}
