// PageActions: heart and share button of a product or store.
import type { Image } from '#contract/fields/values.ts';
import { useToast } from '#state/page/flash.ts';
import { FavouriteButton } from '#ui/catalogue/favourite-button.tsx';
import type { FavouriteThing } from '#ui/catalogue/favourites-context.ts';
import { IconButton } from '#ui/controls/button.tsx';
import styles from './page-actions.module.css';

interface PageActionsProps {
  of: FavouriteThing;
  path: string;
  image: Image | undefined;
}

export default function PageActions({ of, path, image }: PageActionsProps) {
  const toast = useToast();
  const onShare = async () => {
    const [{ share }, { pictureFile }] = await Promise.all([import('./share.ts'), import('./picture-file.ts')]);
    const title = of.thing.name;
    const outcome = await share({ title, url: new URL(path, location.href).href }, () => pictureFile(title, image));
    if (outcome === 'copied') toast('Lien copié');
    if (outcome === 'failed') toast('Le lien n’a pas pu être copié', 'error');
  };
  return (
    <div className={styles.actions}>
      <FavouriteButton of={of} />
      <IconButton icon="share" label={`Partager\u00a0: ${of.thing.name}`} onClick={() => void onShare()} />
    </div>
  );
}
