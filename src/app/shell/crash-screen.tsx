// Error boundary of the app: one reload after the first crash, an error screen after the second.
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useTagline } from '#state/api/configuration.ts';
import { reloadAfterCrash } from '../installation/reload-guard.ts';
import styles from '../loading/states.module.css';

interface BoundaryProps {
  /** Another address starts afresh. */
  address: string;
  children: ReactNode;
}
interface BoundaryState {
  failure: Error | null;
  address: string;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null, address: this.props.address };

  static getDerivedStateFromError(failure: Error) {
    return { failure };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState) {
    return props.address === state.address ? null : { failure: null, address: props.address };
  }

  override componentDidCatch(failure: Error, { componentStack }: ErrorInfo) {
    console.error(failure, componentStack);
    // Reported to the server like an uncaught error.
    dispatchEvent(new ErrorEvent('error', { error: failure }));
    reloadAfterCrash();
  }

  override render() {
    if (!this.state.failure) return this.props.children;
    return (
      <section className={styles.state} role="alert">
        <Tagline />
        <h1>Une erreur est survenue.</h1>
        <p>Votre panier et ce qui attend d’être envoyé sont conservés sur cet appareil.</p>
        <a
          href="/"
          onClick={(event) => {
            event.preventDefault();
            history.back();
          }}
        >
          revenir en arrière
        </a>
      </section>
    );
  }
}

export function CrashBoundary({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  return <Boundary address={pathname + search}>{children}</Boundary>;
}

function Tagline() {
  const tagline = useTagline();
  return tagline && <p className={styles.tagline}>{tagline}</p>;
}
