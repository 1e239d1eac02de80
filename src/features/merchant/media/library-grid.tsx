// LibraryGrid: the pictures of the library. A click selects or unselects; each has buttons for its caption and for
// deletion.
import { useId } from 'react';
import type { ShownImage } from '#state/merchant/media.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import styles from './library-grid.module.css';
import { Caption, pictureName, Thumbnail } from './thumbnail.tsx';

interface LibraryGridProps {
  images: readonly ShownImage[];
  /** In order of selection. */
  selected: readonly string[];
  single: boolean;
  onToggle: (ref: string) => void;
  onCaption: (image: ShownImage) => void;
  onDelete: (image: ShownImage) => void;
}

export function LibraryGrid({ images, selected, single, onToggle, onCaption, onDelete }: LibraryGridProps) {
  return (
    <ul className={styles.grid} aria-label="Images de la médiathèque">
      {images.map((shown) => (
        <Tile
          key={shown.ref}
          shown={shown}
          place={selected.indexOf(shown.ref)}
          single={single}
          onToggle={onToggle}
          onCaption={onCaption}
          onDelete={onDelete}
        />
      ))}
    </ul>
  );
}

interface TileProps extends Pick<LibraryGridProps, 'single' | 'onToggle' | 'onCaption' | 'onDelete'> {
  shown: ShownImage;
  /** Position in the selection; -1 if unselected. */
  place: number;
}

function Tile({ shown, place, single, onToggle, onCaption, onDelete }: TileProps) {
  const id = useId();
  const leaves = shown.waiting === 'delete';
  return (
    <li className={styles.tile}>
      <button
        type="button"
        className={styles.choose}
        aria-pressed={place >= 0}
        aria-labelledby={id}
        disabled={leaves}
        onClick={() => onToggle(shown.ref)}
      >
        <Thumbnail shown={shown} />
        {place >= 0 && (
          <span className={styles.mark} aria-hidden="true">
            {single ? <Icon name="check" size={20} /> : place + 1}
          </span>
        )}
      </button>
      <div className={styles.foot}>
        <span id={id} className={styles.words}>
          <Caption shown={shown} />
        </span>
        {!leaves && shown.image && (
          <IconButton
            icon="edit"
            label={`Modifier la légende de ${pictureName(shown)}`}
            onClick={() => onCaption(shown)}
          />
        )}
        {!leaves && (
          <IconButton icon="trash" label={`Supprimer ${pictureName(shown)}`} onClick={() => onDelete(shown)} />
        )}
      </div>
    </li>
  );
}
