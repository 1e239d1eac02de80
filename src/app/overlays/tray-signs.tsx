import { useLocation } from 'react-router-dom';
import { paths } from '#paths';
import { useConnectivity } from '#state/connectivity.ts';
import { useLongWaiting, useSlowSend } from '#state/lasting.ts';
import { lineCount, useNeedsLogin, useTray } from '#state/pending.ts';
import { ConnectivityLine } from '#ui/shell/connectivity-line.tsx';
import { TrayBadge } from '#ui/shell/tray-badge.tsx';

export interface TrayShowing {
  onShow: () => void;
}

/** The line under the header, with what the outbox and the network say; a write that is merely on its way says nothing. */
export function WaitingLine({ onShow }: TrayShowing) {
  const { online, weak, waiting, refused } = useConnectivity();
  const { pathname, search } = useLocation();
  const needed = useNeedsLogin(`${pathname}${search}`);
  const slow = useSlowSend();
  const lasting = useLongWaiting();
  return (
    <ConnectivityLine
      online={online}
      weak={weak || slow}
      waiting={online && !lasting ? 0 : waiting}
      refused={refused}
      loginTo={needed?.to ?? null}
      onShow={pathname === paths.waiting ? undefined : onShow}
    />
  );
}

/** How many lines the list has, once one of them lasts. */
export function WaitingBadge({ onShow }: TrayShowing) {
  const tray = useTray();
  const { online } = useConnectivity();
  const { pathname } = useLocation();
  const lasting = useLongWaiting();
  const worthSaying = !online || lasting || tray.decisions.length > 0;
  if (pathname === paths.waiting || !worthSaying) return null;
  return (
    <TrayBadge
      count={lineCount(tray)}
      waiting={tray.waiting.length > 0}
      urgent={tray.decisions.some(({ tone }) => tone !== 'told')}
      onShow={onShow}
    />
  );
}
