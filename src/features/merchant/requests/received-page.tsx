// ReceivedPage: frame of the received requests: heading with count and age, list, pagination, empty state.
import type { ReactNode } from 'react';
import type { HydraView } from '#contract/wire/hydra.ts';
import { useSiteName } from '#state/api/configuration.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Empty, Loaded, type LoadedProps } from '#ui/states/loaded.tsx';
import { Age } from '#ui/text/age.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { ReceivedList, type ReceivedRow, ReceivedShapes } from './received-list.tsx';
import styles from './received-page.module.css';

interface ReceivedPageProps {
  title: string;
  query: LoadedProps<unknown>['query'];
  rows: readonly ReceivedRow[] | undefined;
  columns: readonly [string, string, string];
  /** Text with the number of new ones; '' without any. */
  news: string;
  view: HydraView | undefined;
  page: number;
  path: string;
  /** Empty state. */
  empty: { title: string; text: string };
  /** Wrapper of the loaded list. */
  around?: (list: ReactNode) => ReactNode;
  children?: ReactNode;
}

export function ReceivedPage({
  title,
  query,
  rows,
  columns,
  news,
  view,
  page,
  path,
  empty,
  around = (list) => list,
  children,
}: ReceivedPageProps) {
  const siteName = useSiteName();
  return (
    <>
      <PageMeta title={title} siteName={siteName} noIndex />
      <div className={styles.head}>
        <h1>{title}</h1>
        <p className={styles.news} aria-live="polite">
          {news}
          {query.aged && <Age at={query.seenAt ?? null} />}
        </p>
      </div>
      <Loaded query={query} what="requests" loading={<ReceivedShapes />}>
        {() =>
          rows && rows.length > 0 ? (
            around(
              <>
                <ReceivedList rows={rows} label={title} columns={columns} />
                <Pagination view={view} page={page} to={(to) => `${path}?page=${to}`} label={`Pages\u00a0: ${title}`} />
              </>,
            )
          ) : page > 1 ? (
            <Empty
              title="Cette page n’existe pas."
              action={
                <LinkButton to={path} variant="secondary">
                  Revenir à la première page
                </LinkButton>
              }
            />
          ) : (
            <Empty title={empty.title}>{empty.text}</Empty>
          )
        }
      </Loaded>
      {children}
    </>
  );
}
