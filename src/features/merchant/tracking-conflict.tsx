import { useAtomValue } from 'jotai';
import { useEffect, useId, useRef, useState } from 'react';
import { discardWrite, pendingAtom } from '#state/pending.ts';
import type { useStoreOrder } from '#state/store-orders.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './tracking-conflict.module.css';
import { tellNotKept, tellOutcome } from './use-order-writes.ts';

export interface Conflict {
  /** Of the write that waits for the choice. */
  id: string;
  /** The code written on this device. */
  mine: string;
}

/** The tracking code of an order that another device has changed meanwhile; null when there is none. */
export function useTrackingConflict(orderId: number): Conflict | null {
  const row = useAtomValue(pendingAtom).find(
    ({ lane, type, parkedFor }) =>
      lane === `storeOrder:${orderId}` && type === 'storeOrders.tracking' && parkedFor === 'conflict',
  );
  const mine = row && codeOf(row.args);
  return row && mine !== undefined ? { id: row.id, mine } : null;
}

interface TrackingConflictProps {
  conflict: Conflict;
  /** What the server holds now. */
  theirs: string | null;
  refetch: () => void;
  save: ReturnType<typeof useStoreOrder>['saveTracking'];
}

/** Two devices wrote two codes for one parcel: both are shown, and the merchant chooses. */
export function TrackingConflict({ conflict: { id, mine }, theirs, refetch, save }: TrackingConflictProps) {
  const heading = useId();
  const [busy, setBusy] = useState(false);
  const ask = useRef(refetch);
  // The other device's code is newer than what is shown.
  useEffect(() => ask.current(), []);

  const choose = async (keepMine: boolean) => {
    setBusy(true);
    try {
      await discardWrite(id);
      if (keepMine) tellOutcome(await save(mine));
    } catch (failure) {
      console.error(failure);
      tellNotKept();
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className={styles.conflict} aria-labelledby={heading} role="alert">
      <h2 id={heading} className={styles.title}>
        <Icon name="alert" />
        Le code de suivi a été changé sur un autre appareil
      </h2>
      <dl className={styles.codes}>
        <div>
          <dt>Sur cet appareil</dt>
          <dd>{mine}</dd>
        </div>
        <div>
          <dt>Sur l’autre appareil</dt>
          <dd>{theirs || 'Aucun code'}</dd>
        </div>
      </dl>
      <div className={styles.choices}>
        <Button busy={busy} onClick={() => choose(true)}>
          Garder le code de cet appareil
        </Button>
        <Button variant="secondary" busy={busy} onClick={() => choose(false)}>
          Garder l’autre code
        </Button>
      </div>
    </section>
  );
}

function codeOf(args: unknown): string | undefined {
  const code = typeof args === 'object' && args !== null && 'trackingCode' in args ? args.trackingCode : undefined;
  return typeof code === 'string' ? code : undefined;
}
