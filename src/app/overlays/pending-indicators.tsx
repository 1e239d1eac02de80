// Pending line and badge: the number of pending writes.
import { useLocation } from 'react-router-dom';
import { paths } from '#paths';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useRemembered } from '#state/page/last-known.ts';
import { useNeedsLogin } from '#state/pending/pending-actions.ts';
import { countsOf, useTray } from '#state/pending/pending-writes.ts';
import { useLongWaiting, useSlowSend } from '#state/pending/slow-writes.ts';
import { useSession } from '#state/session/session.ts';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { ConnectivityLine } from '#ui/shell/connectivity-line.tsx';
import { TrayBadge } from '#ui/shell/tray-badge.tsx';

const actingBanner = lazyPart<object>(async () => ({
  default: (await import('./impersonation-banner.tsx')).ImpersonationBanner,
}));

export interface TrayShowing {
  onShow: () => void;
}

/**
 * Content of line and badge. A write in progress alone is not displayed. Before the device is read, it uses the last
 * known counts.
 */
function useSigns() {
  const tray = useTray();
  const remembered = useRemembered();
  const { online } = useConnectivity();
  const lasting = useLongWaiting();
  const { waiting, toReview } = countsOf(tray);
  if (!tray.ready) return { waiting: remembered.waiting, toReview: 0, urgent: false };
  const worthSaying = !online || lasting || toReview > 0;
  const urgent = tray.decisions.some(({ tone }) => tone !== 'notice' && tone !== 'success');
  return { waiting: worthSaying ? waiting : 0, toReview, urgent };
}

/** Lines under the header: impersonation, outbox and network. */
export function PendingLine({ onShow }: TrayShowing) {
  const { online } = useConnectivity();
  const { waiting, toReview, urgent } = useSigns();
  const { pathname, search } = useLocation();
  const needed = useNeedsLogin(`${pathname}${search}`);
  const slow = useSlowSend();
  const acting = useSession().user?.act !== undefined;
  return (
    <>
      {acting && <LazyPart part={actingBanner} props={{}} />}
      <ConnectivityLine
        online={online}
        weak={slow}
        waiting={waiting}
        refused={toReview}
        urgent={urgent}
        loginTo={pathname.startsWith(paths.authentication) ? null : (needed?.to ?? null)}
        onShow={pathname === paths.waiting ? undefined : onShow}
      />
    </>
  );
}

/** Number of changes in the list. */
export function PendingBadge({ onShow }: TrayShowing) {
  const { waiting, toReview, urgent } = useSigns();
  const { pathname } = useLocation();
  if (pathname === paths.waiting) return null;
  return <TrayBadge count={waiting + toReview} waiting={waiting > 0} urgent={urgent} onShow={onShow} />;
}
