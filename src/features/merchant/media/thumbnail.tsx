// Thumbnail: a picture of the store, from the server or from a pending upload; a plain background until loaded.
import { shortCaption } from '#domain/text/caption.ts';
import { type ShownImage, useWaitingPicture } from '#state/merchant/media.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { WaitingBadge } from '#ui/text/age.tsx';
import styles from './thumbnail.module.css';

/** Name of a picture without a caption. */
export const pictureName = ({ caption }: Pick<ShownImage, 'caption'>) => caption || 'Image sans légende';

/** Decorative: the caption is next to it. */
export function Thumbnail({ shown }: { shown: ShownImage }) {
  const { image, upload, waiting, refused } = shown;
  const waitingPicture = useWaitingPicture(upload);
  return (
    <span className={styles.thumbnail} data-leaving={waiting === 'delete' || undefined}>
      {waitingPicture === null ? (
        <Picture image={image} alt="" sizes="(min-width: 40rem) 180px, 45vw" />
      ) : (
        <img className={styles.waitingPicture} src={waitingPicture} alt="" width={480} height={480} />
      )}
      {refused && (
        <span className={styles.refused}>
          <Icon name="alert" size={24} />
        </span>
      )}
    </span>
  );
}

/** Shortened caption with the state of the upload. */
export function Caption({ shown }: { shown: ShownImage }) {
  const { caption, waiting, refused } = shown;
  return (
    <span className={styles.words}>
      <span className={styles.caption} title={caption || undefined}>
        {caption === '' ? <span className={styles.none}>Sans légende</span> : shortCaption(caption)}
      </span>
      {waiting === 'upload' && <WaitingBadge />}
      {waiting === 'sending' && <WaitingBadge>envoi en cours…</WaitingBadge>}
      {waiting === 'caption' && <WaitingBadge>légende en attente d’envoi</WaitingBadge>}
      {waiting === 'delete' && <WaitingBadge>suppression en attente d’envoi</WaitingBadge>}
      {refused && <span className={styles.reason}>{refused}</span>}
    </span>
  );
}
