import { useLocation } from 'react-router-dom';
import { paths } from '#paths';
import { useConnectivity } from '#state/connectivity.ts';
import { lineCount, useNeedsLogin, useTray } from '#state/pending.ts';
import { ConnectivityLine } from '#ui/shell/connectivity-line.tsx';
import { TrayBadge } from '#ui/shell/tray-badge.tsx';

export interface TrayShowing {
  onShow: () => void;
}

/** The line under the header, with what the outbox and the network say. */
export function WaitingLine({ onShow }: TrayShowing) {
  const connectivity = useConnectivity();
  const { pathname, search } = useLocation();
  const needed = useNeedsLogin(`${pathname}${search}`);
  return (
    <ConnectivityLine
      {...connectivity}
      loginTo={needed?.to ?? null}
      onShow={pathname === paths.waiting ? undefined : onShow}
    />
  );
}

/** How many lines the list has. */
export function WaitingBadge({ onShow }: TrayShowing) {
  const tray = useTray();
  const { pathname } = useLocation();
  if (pathname === paths.waiting) return null;
  return (
    <TrayBadge count={lineCount(tray)} urgent={tray.decisions.some(({ tone }) => tone !== 'told')} onShow={onShow} />
  );
}
