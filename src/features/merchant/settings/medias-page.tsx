// Medias page: logo, pictures in display order, and video of the store.

import { Controller } from 'react-hook-form';
import { MAX_STORE_IMAGES } from '#contract/limits.ts';
import { storeChangesIn } from '#state/merchant/own-store.ts';
import { MediaPicker } from '../media/media-picker.tsx';
import { type PictureValues, pictureChanges, pictureValues } from './picture-values.ts';
import { SaveBar } from './save-bar.tsx';
import styles from './settings.module.css';
import { type PartProps, SettingsPage } from './settings-page.tsx';
import type { StoreFormPart } from './store-form.ts';
import { useStoreForm } from './use-store-form.ts';
import { VideoForm } from './video-form.tsx';

const isOfVideo = ({ refused }: PartProps) => 'youtubeVideoId' in (storeChangesIn(refused?.content) ?? {});

export const picturesPart: StoreFormPart<PictureValues> = {
  draft: 'boutique images',
  valuesOf: pictureValues,
  changesOf: pictureChanges,
};

export function MediasPage({ storeId }: { storeId: string }) {
  return (
    <SettingsPage
      storeId={storeId}
      page="merchantMedias"
      title="Images de la boutique"
      lead="Ce que vos clients voient de vous, dans l’annuaire et sur la page de votre boutique."
    >
      {(part) => (
        <>
          <PicturesForm shown={part.shown} refused={isOfVideo(part) ? undefined : part.refused} />
          <VideoForm shown={part.shown} refused={isOfVideo(part) ? part.refused : undefined} />
        </>
      )}
    </SettingsPage>
  );
}

function PicturesForm(part: PartProps) {
  const { form, submit, bar } = useStoreForm(picturesPart, part);
  const known = [part.shown.current.logo, ...part.shown.current.images];
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Images de la boutique">
      <section className={styles.card} aria-label="Logo">
        <Controller
          control={form.control}
          name="logo"
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <MediaPicker
              label="Logo"
              mode="single"
              value={value}
              onChange={onChange}
              error={error?.message}
              known={known}
            />
          )}
        />
      </section>
      <section className={styles.card} aria-label="Images">
        <Controller
          control={form.control}
          name="images"
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <MediaPicker
              label="Images"
              mode="multiple"
              value={value}
              onChange={onChange}
              error={error?.message}
              known={known}
              most={MAX_STORE_IMAGES}
            />
          )}
        />
      </section>
      <SaveBar {...bar} />
    </form>
  );
}
