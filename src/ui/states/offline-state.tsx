// OfflineState: replaces content that requires the network: a closed awning, what is safe, and a way on.
import type { ReactNode } from 'react';
import { RetryButton } from './loaded.tsx';
import styles from './offline-state.module.css';

interface OfflineStateProps {
  title?: ReactNode;
  children?: ReactNode;
  /** The network is silent instead of absent: the awning is open. */
  silent?: boolean;
  /** Renders the heading of the page. */
  page?: boolean;
  onRetry?: (() => void) | undefined;
}

export function OfflineState({ title, children, silent = false, page = false, onRetry }: OfflineStateProps) {
  const Title = page ? 'h1' : 'p';
  return (
    <div className={styles.state} role="status">
      <ClosedAwning silent={silent} />
      <Title className={styles.title}>
        {title ?? (silent ? 'Le réseau ne répond pas.' : 'Vous êtes hors connexion.')}
      </Title>
      <div className={styles.text}>{children}</div>
      {onRetry && <RetryButton onRetry={onRetry} />}
    </div>
  );
}

/** A closed shutter without a network; a lantern while it is silent. */
function ClosedAwning({ silent }: { silent: boolean }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 160 104" aria-hidden="true">
      <path className={styles.ground} d="M8 97h144" />
      {!silent && <path className={styles.shutter} d="M34 44h92v53H34z" />}
      <path
        className={styles.cloth}
        d="M30 14h100l11 25a11 11 0 0 1-20.3 3.8 11 11 0 0 1-20.4 0 11 11 0 0 1-20.3 0 11 11 0 0 1-20.3 0 11 11 0 0 1-20.4 0A11 11 0 0 1 19 39l11-25Z"
      />
      <path className={styles.stripe} d="M50 14l-7 25M70 14l-3 25M90 14l3 25M110 14l7 25" />
      <path className={styles.line} d="M32 52v45M128 52v45" />
      {silent ? (
        <>
          <path className={styles.line} d="M32 74h96M73 74v-3h14v3M74 71l2-13h8l2 13M76 58a4 4 0 0 1 8 0" />
          <path className={styles.flame} d="M80 68c-3-2.4-1.6-4.6 0-6.5 1.6 1.9 3 4.1 0 6.5Z" />
          <g className={styles.dots}>
            <circle cx="68" cy="86" r="2.6" />
            <circle cx="80" cy="86" r="2.6" />
            <circle cx="92" cy="86" r="2.6" />
          </g>
        </>
      ) : (
        <path className={styles.slats} d="M34 60h92M34 70h92M34 80h92M34 89h92M72 93h16" />
      )}
    </svg>
  );
}
