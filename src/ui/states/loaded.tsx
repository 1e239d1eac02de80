// Placeholders of a read: skeletons while loading, empty states, errors.
//   <Loaded query={q} loading={<ProductShapes />}>{(data) => …}</Loaded>
// Renders the skeleton while loading, the data if there is some (also cached), otherwise the reason and a way on.
import { type ReactNode, useContext } from 'react';
import { isServerUnreachable } from '#domain/call-failure.ts';
import { Button } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';
import { type AbsentKind, AppContext, PARTS, WHOLE_PAGES } from '../loading/app-context.tsx';
import { Age } from '../text/age.tsx';
import styles from './loaded.module.css';

/** The placeholder sizes of the product's lists. */
export const PRODUCT_SHAPES = 8;
export const CATEGORY_SHAPES = 4;

function Shapes({ count, className, label }: { count: number; className: string | undefined; label: string }) {
  return (
    <div className={className} role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        // The shapes are equal and never move.
        <span key={`shape-${index.toString()}`} className={styles.shape} />
      ))}
    </div>
  );
}

export function ProductShapes({ count = PRODUCT_SHAPES }: { count?: number }) {
  return <Shapes count={count} className={styles.products} label="Chargement des produits" />;
}

export function CategoryShapes({ count = CATEGORY_SHAPES }: { count?: number }) {
  return <Shapes count={count} className={styles.categories} label="Chargement des catégories" />;
}

export function StoreShapes({ count = 6 }: { count?: number }) {
  return <Shapes count={count} className={styles.stores} label="Chargement des boutiques" />;
}

/** Lines of text, rows of a table. */
export function LineShapes({ count = 4 }: { count?: number }) {
  return <Shapes count={count} className={styles.lines} label="Chargement" />;
}

interface StateProps {
  title: ReactNode;
  children?: ReactNode;
  /** Next step: a Button or LinkButton. */
  action?: ReactNode;
  /** Replaces a whole page: its title is the page's heading. */
  page?: boolean;
}

function Drawing({ kind }: { kind: 'empty' | 'error' }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 120 80" aria-hidden="true">
      <path className={styles.ground} d="M6 74h108" />
      <path
        className={styles.cloth}
        d="M22 12h76l8 18a8.5 8.5 0 0 1-15.3 3 8.5 8.5 0 0 1-15.3 0 8.5 8.5 0 0 1-15.4 0 8.5 8.5 0 0 1-15.3 0 8.5 8.5 0 0 1-15.3 0A8.5 8.5 0 0 1 14 30l8-18Z"
      />
      <path className={styles.line} d="M24 38v36M96 38v36M24 56h72" />
      {kind === 'empty' && <path className={styles.line} d="M44 56l3 14h26l3-14M54 61v5M60 61v5M66 61v5" />}
      {kind === 'error' && <path className={styles.line} d="M48 48l8 8M72 48l-8 8M42 65c8-5 28-5 36 0" />}
    </svg>
  );
}

export function Empty({ title, children, action, page = false }: StateProps) {
  const Title = page ? 'h1' : 'p';
  return (
    <div className={styles.state}>
      <Drawing kind="empty" />
      <Title className={styles.title}>{title}</Title>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  );
}

interface ErrorStateProps extends Partial<StateProps> {
  onRetry?: (() => void) | undefined;
  /** Replaces a small part: a line without a drawing. */
  small?: boolean;
}

export function ErrorState({ action, page = false, small = false, onRetry, ...words }: ErrorStateProps) {
  const title = words.title ?? `Cette ${page ? 'page' : 'partie'} n’a pas pu être affichée.`;
  const { children = 'Rien n’est perdu. Vous pouvez réessayer dans un instant.' } = words;
  const Title = page ? 'h1' : 'p';
  if (small) {
    return (
      <div className={styles.small} role="alert">
        <Icon name="alert" size={20} />
        <p>{title}</p>
        {onRetry && <RetryButton onRetry={onRetry} />}
      </div>
    );
  }
  return (
    <div className={styles.state} role="alert">
      <Drawing kind="error" />
      <Title className={styles.title}>{title}</Title>
      <div className={styles.text}>{children}</div>
      {action ?? (onRetry && <RetryButton onRetry={onRetry} />)}
    </div>
  );
}

export function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button variant="secondary" icon="refresh" onClick={onRetry}>
      Réessayer
    </Button>
  );
}

export interface LoadedProps<T> {
  query: {
    status: 'loading' | 'success' | 'error';
    data: T | null | undefined;
    error: { kind: string } | null;
    seenAt?: number | null;
    aged?: boolean;
    refetch: () => unknown;
  };
  loading: ReactNode;
  /** Drawn for a 404 instead of the error state. */
  notFound?: ReactNode;
  /** Kind of the missing content, for the offline message. */
  what?: AbsentKind;
  /** Shows the age above cached data. */
  aged?: boolean;
  children: (data: T) => ReactNode;
}

export function Loaded<T>({ query, loading, notFound, what = 'part', aged, children }: LoadedProps<T>) {
  const { Absent } = useContext(AppContext);
  if (query.data !== null && query.data !== undefined) {
    return (
      <>
        {aged && query.aged && (
          <p className={styles.aged}>
            <Age at={query.seenAt ?? null} />
          </p>
        )}
        {children(query.data)}
      </>
    );
  }
  const page = WHOLE_PAGES.has(what);
  if (query.status !== 'error') return page ? <LoadingPage>{loading}</LoadingPage> : loading;
  const retry = () => void query.refetch();
  const kind = query.error?.kind;
  if (kind === 'not-found' && notFound) return notFound;
  const isUnreachable = isServerUnreachable(query.error);
  if (isUnreachable && Absent) return <Absent what={what} silent={kind === 'timeout'} onRetry={retry} />;
  const title = isUnreachable ? 'Vous êtes hors connexion.' : undefined;
  return <ErrorState title={title} page={page} small={PARTS.has(what)} onRetry={retry} />;
}

/** The heading is unknown yet; screen readers still find the beginning of the page. */
export function LoadingPage({ children }: { children?: ReactNode }) {
  return (
    <>
      <h1 className="visually-hidden">Chargement de la page</h1>
      {children}
    </>
  );
}
