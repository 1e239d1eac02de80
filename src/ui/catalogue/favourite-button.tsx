// FavouriteButton: the heart of a product or store.
import { useContext } from 'react';
import { Icon } from '../controls/icon.tsx';
import styles from './favourite-button.module.css';
import { FavouritesContext, type FavouriteThing } from './favourites-context.ts';

interface FavouriteButtonProps {
  of: FavouriteThing;
  className?: string | undefined;
}

export function FavouriteButton({ of, className }: FavouriteButtonProps) {
  const favourites = useContext(FavouritesContext);
  if (!favourites) return null;
  const isMarked = favourites.iris.has(of.thing['@id']);
  return (
    <button
      type="button"
      className={`${styles.heart} ${className ?? ''}`}
      aria-pressed={isMarked}
      aria-label={`Favori\u00a0: ${of.thing.name}`}
      title={isMarked ? 'Retirer des favoris' : 'Garder en favori'}
      onClick={() => favourites.onToggle(of)}
    >
      <span>
        <Icon name="heart" size={20} />
      </span>
    </button>
  );
}
