import type { ReactNode } from 'react';
import type { Image } from '#contract/values.ts';
import { Picture } from '#ui/media/picture.tsx';
import styles from './list-head.module.css';

interface PlaceHeadProps {
  title: string;
  image?: Image | null | undefined;
  /** Under the title: a count, a place. */
  children?: ReactNode;
}

/** The head of a list: its picture behind, its name on a card. */
export function PlaceHead({ title, image, children }: PlaceHeadProps) {
  return (
    <header className={styles.head}>
      {image && (
        <Picture
          image={image}
          alt=""
          shape="fill"
          sizes="(min-width: 80rem) 1240px, 96vw"
          priority
          className={styles.scene}
        />
      )}
      <div className={styles.sign}>
        <h1>{title}</h1>
        {children && <div className={styles.under}>{children}</div>}
      </div>
    </header>
  );
}
