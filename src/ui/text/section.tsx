// Section: a titled part of a page with an optional link beside the title.
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../controls/icon.tsx';
import styles from './section.module.css';

export interface SectionProps {
  title: ReactNode;
  children: ReactNode;
  more?: { to: string; label: string } | undefined;
  /** Anchor. */
  id?: string;
}

export function Section({ title, children, more, id }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {more && (
          <Link to={more.to} className={styles.more}>
            {more.label}
            <Icon name="right" size={18} />
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
