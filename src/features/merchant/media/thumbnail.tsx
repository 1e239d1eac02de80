// One picture of the shop, small: from the server, from the bytes that wait here, or a calm ground while neither is there.
import { shortCaption } from '#domain/text/caption.ts';
import { type ShownImage, useKeptPicture } from '#state/merchant/media.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { WaitingBadge } from '#ui/text/age.tsx';
import styles from './thumbnail.module.css';

/** How a picture is called where it has no words of its own. */
export const nameOf = ({ caption }: Pick<ShownImage, 'caption'>) => caption || 'Image sans légende';

/** Its words stand beside it. */
export function Thumbnail({ shown }: { shown: ShownImage }) {
  const { image, upload, waiting, refused } = shown;
  const kept = useKeptPicture(upload);
  return (
    <span className={styles.thumbnail} data-leaving={waiting === 'delete' || undefined}>
      {kept === null ? (
        <Picture image={image} alt="" sizes="(min-width: 40rem) 180px, 45vw" />
      ) : (
        <img className={styles.kept} src={kept} alt="" width={480} height={480} />
      )}
      {refused && (
        <span className={styles.refused}>
          <Icon name="alert" size={24} />
        </span>
      )}
    </span>
  );
}

/** Its words, cut short, and what it waits for. */
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
