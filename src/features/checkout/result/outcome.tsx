// Outcome screen of an order: icon, sentence, next step.
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon, type IconName } from '#ui/controls/icon.tsx';
import styles from './outcome.module.css';

type Sign = 'accepted' | 'pending' | 'declined' | 'unknown';
const ICONS: Readonly<Record<Sign, IconName>> = {
  accepted: 'check',
  pending: 'clock',
  declined: 'alert',
  unknown: 'offline',
};

interface OutcomeProps {
  sign: Sign;
  title: string;
  children?: ReactNode;
  actions: ReactNode;
}

/** The sentence is announced first. */
export function OutcomeScreen({ sign, title, children, actions }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (title !== '') heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <section className={styles.outcome} data-sign={sign}>
      <span className={styles.sign}>
        <Icon name={ICONS[sign]} size={40} />
      </span>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {children && <div className={styles.text}>{children}</div>}
      <div className={styles.actions}>{actions}</div>
    </section>
  );
}
