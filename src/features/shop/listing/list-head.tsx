// ListHead: heading of a list: picture, name, number of products.
import type { ReactNode } from 'react';
import type { Image } from '#contract/fields/values.ts';
import { pluralize } from '#domain/text/plural.ts';
import { Picture } from '#ui/media/picture.tsx';
import styles from './list-head.module.css';

interface ListHeadProps {
  title: string;
  image?: Image | null | undefined;
  /** Under the title: a count, a place. */
  children?: ReactNode;
}

/** Name with a picture; the picture loads after the products. */
export function ListHead({ title, image, children }: ListHeadProps) {
  return (
    <header className={styles.head}>
      {image && (
        <Picture image={image} alt="" shape="fill" sizes="(min-width: 80rem) 520px, 41vw" className={styles.scene} />
      )}
      <div className={styles.sign}>
        <h1>{title}</h1>
        {children && <div className={styles.under}>{children}</div>}
      </div>
    </header>
  );
}

/** '12 produits'; a blank of equal height while loading. */
export function productCount(total: number | undefined): string {
  return total === undefined ? '\u00a0' : `${total} ${pluralize(total, 'produit')}`;
}
