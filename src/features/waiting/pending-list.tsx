// PendingList: pending writes, conflicts and refused writes.
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { pluralize } from '#domain/text/plural.ts';
import { formatSize } from '#domain/text/size.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { copyWrite, decide, discardWrite, findDamaged, retryWrite } from '#state/pending/pending-actions.ts';
import { countsOf, useTray, type WaitingWrite } from '#state/pending/pending-writes.ts';
import { useSlowSend } from '#state/pending/slow-writes.ts';
import { Gradual } from '#ui/controls/gradual.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { DecisionList } from '#ui/pending/decision-list.tsx';
import { WaitingRow } from '#ui/pending/pending-row.tsx';
import { RowGuard } from '#ui/pending/row-guard.tsx';
import { LineShapes } from '#ui/states/loaded.tsx';
import { LastSent, NothingPending } from './nothing-pending.tsx';
import styles from './pending-list.module.css';
import { groupByPlace, type PendingGroup } from './pending-places.ts';
import {
  type Circumstances,
  howItLeaves,
  isCounting,
  lastTryOf,
  meaningOfDiscard,
  rowStateOf,
} from './pending-texts.ts';
import { ReconnectCard } from './reconnect-card.tsx';

/** Minimum for showing the total size, bytes. */
const heavy = 100_000;

interface TrayProps {
  /** Called when a link is followed: the container may close. */
  onLeave?: () => void;
}

/** All uncertain and failed writes. Identical in the sheet and on the page. */
export function PendingList({ onLeave }: TrayProps) {
  const { ready, waiting, decisions, lastSentAt } = useTray();
  const connectivity = useConnectivity();
  const slow = useSlowSend();
  const heading = useRef<HTMLHeadingElement>(null);
  const decided = new Set(decisions.flatMap(({ rows }) => rows));
  const rows = waiting.filter(({ id }) => !decided.has(id));
  const successes = decisions.filter(({ tone }) => tone === 'success');
  const toDecide = decisions.filter(({ tone }) => tone !== 'success');
  const { toReview } = countsOf({ waiting, decisions });
  const groups = groupByPlace(rows);
  useEffect(() => {
    findDamaged().catch(console.warn);
  }, []);

  if (!ready) return <LineShapes count={4} />;
  if (waiting.length + decisions.length === 0) return <NothingPending />;
  return (
    <div className={styles.tray}>
      {rows.length > 0 && <p className={styles.quiet}>{howItLeaves(rows, connectivity.online)}</p>}
      <ReconnectCard onLeave={onLeave} />
      <DecisionList decisions={successes} onChoose={decide} label="Bien arrivé" onLeave={onLeave} />
      {toDecide.length > 0 && (
        <section className={styles.part} aria-labelledby="a-verifier">
          <h2 id="a-verifier" className={styles.title}>
            À vérifier <span className={styles.count}>{toReview}</span>
          </h2>
          <DecisionList
            decisions={toDecide}
            onChoose={decide}
            onCopy={copyWrite}
            label="Modifications à vérifier"
            onLeave={onLeave}
          />
        </section>
      )}
      <section className={styles.part} aria-labelledby="en-attente">
        <h2 ref={heading} tabIndex={-1} id="en-attente" className={styles.title}>
          {rows.length > 0 ? (
            <>
              {pluralize(rows.length, 'Modification')} en attente <span className={styles.count}>{rows.length}</span>
            </>
          ) : (
            'Rien d’autre en attente'
          )}
        </h2>
        {rows.length > 0 ? (
          <>
            <Weight writes={rows} />
            <Gradual items={groups}>
              {(group) => (
                <Group
                  key={group.key}
                  group={group}
                  counted={groups.length > 1}
                  network={{ online: connectivity.online, weak: slow }}
                  onLeave={onLeave}
                  onGone={() => heading.current?.focus({ preventScroll: true })}
                />
              )}
            </Gradual>
          </>
        ) : (
          <LastSent at={lastSentAt} />
        )}
      </section>
    </div>
  );
}

/** Size of the writes; omitted for small ones. */
function Weight({ writes }: { writes: readonly WaitingWrite[] }) {
  const bytes = writes.reduce((sum, write) => sum + write.bytes, 0);
  if (bytes < heavy) return null;
  return <p className={styles.quiet}>En tout {formatSize(bytes)} à envoyer.</p>;
}

interface GroupProps {
  group: PendingGroup<WaitingWrite>;
  /** With several groups each shows its count. */
  counted: boolean;
  network: Pick<Circumstances, 'online' | 'weak'>;
  onLeave: (() => void) | undefined;
  onGone: () => void;
}

function Group({ group: { key, title, icon, to, writes }, counted, network, onLeave, onGone }: GroupProps) {
  const heading = `attente-${key}`;
  return (
    <section className={styles.group} aria-labelledby={heading}>
      <h3 id={heading} className={styles.place}>
        <Icon name={icon} size={20} />
        {to === null ? (
          <span>{title}</span>
        ) : (
          <Link to={to} onClick={onLeave}>
            {title}
          </Link>
        )}
        {counted && writes.length > 1 && (
          <span className={styles.tally}>
            {writes.length}
            <span className="visually-hidden"> {pluralize(writes.length, 'modification')}</span>
          </span>
        )}
      </h3>
      <ul>
        <Gradual items={writes} wrap={(button) => <li>{button}</li>}>
          {(write) => <Row key={write.id} write={write} network={network} onLeave={onLeave} onGone={onGone} />}
        </Gradual>
      </ul>
    </section>
  );
}

interface RowProps extends Pick<GroupProps, 'network' | 'onLeave' | 'onGone'> {
  write: WaitingWrite;
}

/** An error in one row does not affect the list: the row is listed as unreadable. */
function Row(props: RowProps) {
  const plain: WaitingWrite = {
    ...props.write,
    ...{ sentence: 'Modification illisible', state: 'parked', parkedFor: 'unreadable', product: null, editTo: null },
    ...{ canRetry: false, canDiscard: true },
  };
  return (
    <RowGuard instead={<DrawnRow {...props} write={plain} />}>
      <DrawnRow {...props} />
    </RowGuard>
  );
}

function DrawnRow({ write, network, onLeave, onGone }: RowProps) {
  const { id, sentence, createdAt, bytes, product, editTo, canRetry, canDiscard } = write;
  const [asked, setAsked] = useState(false);
  const discard = async () => {
    await discardWrite(id);
    // The clicked button has disappeared.
    onGone();
  };
  const retry = async () => {
    setAsked(true);
    await retryWrite(id).finally(() => setAsked(false));
  };
  return (
    <WaitingRow
      sentence={sentence}
      picture={product && <Picture image={product.image} alt="" sizes="48px" className={styles.picture} />}
      createdAt={createdAt}
      bytes={bytes}
      stateAt={(now) => rowStateOf(write, { ...network, now })}
      lastTryAt={(now) => lastTryOf(write, now)}
      counting={isCounting(write, network.online)}
      editTo={editTo}
      onEdit={onLeave}
      onRetry={canRetry || asked ? retry : undefined}
      onCopy={() => copyWrite(id)}
      discard={canDiscard ? { meaning: meaningOfDiscard(write), run: discard } : undefined}
    />
  );
}
