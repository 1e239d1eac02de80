// Shell: the frame of every page with header, connectivity line, messages, dialogs and footer.
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '#paths';
import { useConfigurations, useSiteName, useTagline } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { useShellLinks } from '#state/api/shell-links.ts';
import { useCart, useCartQuantity } from '#state/cart/cart.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { dismissFlash, passFlashes, useCartAddition, useFlashes, useOverlayWanted } from '#state/page/flash.ts';
import { useRemembered } from '#state/page/last-known.ts';
import { hasRole, logout, useSession } from '#state/session/session.ts';
import { BelowFold } from '#ui/loading/below.tsx';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { BottomBar } from '#ui/shell/bottom-bar.tsx';
import { ConnectivityLine } from '#ui/shell/connectivity-line.tsx';
import { FlashBar } from '#ui/shell/flash-bar.tsx';
import { HeaderSlot } from '#ui/shell/header/header-slot.tsx';
import { SiteHeader } from '#ui/shell/header/site-header.tsx';
import { SiteFooter } from '#ui/shell/site-footer.tsx';
import { useIdle, useSettled } from '../loading/idle.ts';
import type { OverlaysProps } from '../overlays/overlays.tsx';
import type { TrayShowing } from '../overlays/pending-indicators.tsx';
import styles from './shell.module.css';
import { useDropLinkedData } from './use-drop-linked-data.ts';
import { useMenu } from './use-menu.tsx';
import { useScrollRules } from './use-scroll-rules.ts';
import { useSearchBox } from './use-search-box.ts';

const mainId = 'contenu';
const loadOverlays = () => import('../overlays/overlays.tsx');
const overlays = lazyPart<OverlaysProps>(async () => ({ default: (await loadOverlays()).Overlays }));
const waitingLine = lazyPart<TrayShowing>(async () => ({ default: (await loadOverlays()).WaitingLine }));
const waitingBadge = lazyPart<TrayShowing>(async () => ({ default: (await loadOverlays()).WaitingBadge }));

export function Shell({ children }: { children: ReactNode }) {
  const idle = useIdle();
  const settled = useSettled();
  const navigate = useNavigate();
  const [trayShown, setTrayShown] = useState(false);
  const siteName = useSiteName();
  const session = useSession();
  const canManageStore = hasRole(session, 'ROLE_VIEW_STORE_ADMIN');
  const { cart, ready } = useCart();
  const quantity = useCartQuantity();
  const menu = useMenu(settled);
  const search = useSearchBox(idle);
  const addition = useCartAddition();
  const urgent = useOverlayWanted();
  const overlaysWanted = useEverTrue(settled || addition !== null || urgent || trayShown);
  const { online } = useConnectivity();
  const remembered = useRemembered();
  const showsPending = useEverTrue(settled || cart.waiting > 0 || remembered.waiting > 0 || !online);
  const onShow = () => setTrayShown(true);
  const earlyLine = <EarlyLine online={online} waiting={remembered.waiting} />;
  useScrollRules(mainId);
  useDropLinkedData();

  const { pathname } = useLocation();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const inOffice = `${pathname}/`.startsWith(`${paths.merchant}/`) && !(session.ready && !canManageStore);
  const shownCart = { quantity: ready || quantity > 0 ? quantity : null, waiting: cart.waiting };
  const onLogout = () => void logout(() => navigate(paths.home));
  return (
    <>
      <SiteHeader
        siteName={siteName}
        {...menu}
        settled={settled}
        search={search}
        user={{
          status: session.ready ? session.status : 'unknown',
          username: session.user?.username ?? null,
          online,
          canManageStore,
          onLogout,
        }}
        cart={shownCart}
        tray={showsPending && <LazyPart part={waitingBadge} props={{ onShow }} />}
        slot={inOffice ? setSlot : undefined}
        line={showsPending ? <LazyPart part={waitingLine} props={{ onShow }} fallback={earlyLine} /> : earlyLine}
        messages={<Messages />}
        contentId={mainId}
      />
      <main id={mainId} className={styles.main} tabIndex={-1}>
        <HeaderSlot value={slot}>{children}</HeaderSlot>
      </main>
      {!inOffice && (
        <>
          <BelowFold>
            <Footer siteName={siteName} idle={idle} />
          </BelowFold>
          <BottomBar cart={shownCart} authenticated={session.status !== 'anonymous'} />
        </>
      )}
      {overlaysWanted && <LazyPart part={overlays} props={{ trayShown, onTrayClose: () => setTrayShown(false) }} />}
    </>
  );
}

/** True from the first time on. */
function useEverTrue(what: boolean): boolean {
  const [was, setWas] = useState(what);
  if (what && !was) setWas(true);
  return was;
}

/** A simple line until its code is loaded, which may take long without a network. */
function EarlyLine({ online, waiting }: { online: boolean; waiting: number }) {
  return <ConnectivityLine online={online} weak={false} waiting={waiting} refused={0} urgent={false} loginTo={null} />;
}

function Messages() {
  const flashes = useFlashes();
  const { pathname } = useLocation();
  useEffect(() => passFlashes(pathname), [pathname]);
  return (
    <FlashBar
      flashes={flashes.map(({ id, ...flash }) => ({ ...flash, id: String(id) }))}
      onDismiss={(id) => dismissFlash(Number(id))}
    />
  );
}

const socialNames = ['facebook', 'instagram', 'twitter', 'youtube'] as const;

function Footer({ siteName, idle }: { siteName: string; idle: boolean }) {
  const carried = useShellLinks();
  const configurations = useConfigurations();
  const tagline = useTagline();
  const { data } = useApiQuery('pages.list', {}, { enabled: idle && carried === null });
  const pages = data?.['hydra:member'] ?? carried?.pages ?? [];
  const social = socialNames.flatMap((key) => {
    const url = configurations.find((entry) => entry.key === key)?.value;
    return url?.startsWith('https://') ? [{ name: key[0]?.toUpperCase() + key.slice(1), url }] : [];
  });
  const partners = configurations
    .filter(({ key }) => key.startsWith('partner'))
    .map(({ value, valueImage }) => ({ name: value, image: valueImage }));
  return <SiteFooter siteName={siteName} tagline={tagline} pages={pages} social={social} partners={partners} />;
}
