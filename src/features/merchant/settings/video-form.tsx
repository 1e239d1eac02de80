// VideoForm: YouTube address of the store's video, with preview and removal.
import { useState } from 'react';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import { MAX_VIDEO_ADDRESS } from '#contract/limits.ts';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import { storageErrorMessage } from '#domain/text/storage-error.ts';
import { youtubeAddress, youtubeIdOf } from '#domain/text/youtube.ts';
import { submitStoreChanges } from '#state/merchant/own-store.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import { Video } from '#ui/media/video.tsx';
import { toastSaved } from '../store/saved-toast.ts';
import { SaveBar } from './save-bar.tsx';
import styles from './settings.module.css';
import type { PartProps } from './settings-page.tsx';
import type { StoreFormPart } from './store-form.ts';
import { useStoreForm } from './use-store-form.ts';

interface VideoValues {
  /** Address or id. */
  youtubeVideoId: string;
}

const valuesOf = ({ youtubeVideoId }: MerchantStore): VideoValues => ({
  youtubeVideoId: youtubeVideoId ? youtubeAddress(youtubeVideoId) : '',
});

/** The contract rejects a text that does not name a video. */
const changesOf = ({ youtubeVideoId }: VideoValues): StoreChanges => ({
  youtubeVideoId: youtubeIdOf(youtubeVideoId) ?? youtubeVideoId.trim(),
});

export const videoPart: StoreFormPart<VideoValues> = { draft: 'boutique vidéo', valuesOf, changesOf };

export function VideoForm(part: PartProps) {
  const { form, submit, bar } = useStoreForm(videoPart, part);
  const { register, formState, watch, setError } = form;
  const [removing, setRemoving] = useState(false);
  const id = youtubeIdOf(watch('youtubeVideoId'));

  const remove = async () => {
    setRemoving(true);
    try {
      const result = await (await submitStoreChanges(part.shown, { youtubeVideoId: null })).settled;
      if (result.outcome === 'refused') {
        setError('youtubeVideoId', { type: 'server', message: result.violations[0]?.message ?? result.text });
        return;
      }
      toastSaved(result.outcome, 'Boutique enregistrée avec succès');
    } catch (failure) {
      console.error(failure);
      setError('root', { message: storageErrorMessage(failure) });
    } finally {
      setRemoving(false);
    }
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Vidéo">
      <fieldset className={styles.card}>
        <legend>Vidéo</legend>
        <TextField
          label="URL YouTube"
          hint="L’adresse de la vidéo, telle que YouTube la donne. Rien n’est demandé à YouTube avant qu’un client ne la lance."
          type="url"
          maxLength={MAX_VIDEO_ADDRESS}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://www.youtube.com/watch?v="
          error={formState.errors.youtubeVideoId?.message}
          {...register('youtubeVideoId', { validate: (typed) => typed.trim() !== '' || 'URL Requise' })}
        />
        {id !== null && (
          <div className={styles.preview}>
            <Video key={id} id={id} name={part.shown.store.name} />
          </div>
        )}
        {part.shown.store.youtubeVideoId !== null && (
          <Button variant="quiet" icon="trash" className={styles.add} busy={removing} onClick={remove}>
            Retirer la vidéo
          </Button>
        )}
      </fieldset>
      <SaveBar {...bar} label="Enregistrer la vidéo" />
    </form>
  );
}
