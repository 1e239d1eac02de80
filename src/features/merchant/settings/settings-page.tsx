// SettingsPage: frame of a settings page with title, pending changes and decisions.
import { type ReactNode, useEffect, useRef } from 'react';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import { isOnlineStore } from '#domain/store.ts';
import { type StorePartScreen, storePartOf } from '#domain/store-parts.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { type ShownStore, storeChangesIn, useOwnStore } from '#state/merchant/own-store.ts';
import { decide } from '#state/pending/pending-actions.ts';
import { type Decision, useDecisions } from '#state/pending/pending-writes.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { DecisionList } from '#ui/pending/decision-list.tsx';
import { Empty, LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { Age, WaitingBadge } from '#ui/text/age.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './settings.module.css';

export interface PartProps {
  shown: ShownStore;
  /** A pending change of this part that was refused. */
  refused: Decision | undefined;
}

interface SettingsPageProps {
  storeId: string;
  /** The part of the store. */
  page: StorePartScreen;
  title: string;
  /** Introduction, one sentence. */
  lead: ReactNode;
  /** For stores with online sales only. */
  online?: boolean;
  children: (part: PartProps) => ReactNode;
}

export function SettingsPage({ storeId, page, title, lead, online = false, children }: SettingsPageProps) {
  const siteName = useSiteName();
  const { query, shown } = useOwnStore(storeId);
  const isOfPage = (changes: StoreChanges | null) => changes !== null && storePartOf(changes)?.screen === page;
  const decisions = useDecisions(`store:${storeId}`).filter(({ content }) => isOfPage(storeChangesIn(content)));
  const conflicts = decisions.filter(({ tone }) => tone === 'conflict').length;
  const waiting = (shown?.waiting.filter(isOfPage).length ?? 0) - conflicts;
  const list = useRef<HTMLDivElement>(null);
  const refetch = useRef(query.refetch);
  // A conflict means that another device has changed the store: reads it again, and scrolls to the decision.
  useEffect(() => {
    if (conflicts === 0) return;
    refetch.current();
    list.current?.scrollIntoView({ block: 'center' });
  }, [conflicts]);
  return (
    <>
      <PageMeta title={title} siteName={siteName} noIndex />
      <div className={styles.head}>
        <h1>{title}</h1>
        {waiting > 0 && <WaitingBadge />}
        {query.aged && <Age at={query.seenAt} />}
      </div>
      <p className={styles.lead}>{lead}</p>
      <div ref={list} className={styles.decisions}>
        <DecisionList decisions={decisions} onChoose={decide} label="Modifications à vérifier" live here />
      </div>
      <Loaded query={query} what="part" loading={<LineShapes count={6} />}>
        {() =>
          shown &&
          (online && !isOnlineStore(shown.store) ? (
            <NotOnline />
          ) : (
            children({ shown, refused: decisions.find(({ tone }) => tone === 'refused') })
          ))
        }
      </Loaded>
    </>
  );
}

function NotOnline() {
  return (
    <Empty
      title="Votre boutique ne vend pas en ligne."
      action={
        <LinkButton to={paths.merchant} variant="secondary">
          Revenir à l’accueil de ma boutique
        </LinkButton>
      }
    >
      Il n’y a donc pas de livraison à régler ici.
    </Empty>
  );
}
