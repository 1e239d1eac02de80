// Merchant shell: frame of the back office with store name, link to the public page, and sidebar.
import { type ReactNode, useEffect, useState } from 'react';
import { generatePath, Link, useLocation } from 'react-router-dom';
import { paths } from '#paths';
import { useOwnStore, useOwnStoreKind } from '#state/merchant/own-store.ts';
import { useStoreRole } from '#state/session/session.ts';
import { StoreDot } from '#ui/catalogue/awning.tsx';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { useTabInSight } from '#ui/controls/use-tab-in-sight.ts';
import { Modal } from '#ui/dialogs/modal.tsx';
import { InHeader } from '#ui/shell/header/header-slot.tsx';
import styles from './merchant-shell.module.css';
import { NewOrderNotice } from './order-news.tsx';
import { OrdersElsewhere } from './orders-elsewhere.tsx';
import { OrdersOnDevice } from './orders-on-device.tsx';
import { SidebarGroups, sidebarGroups } from './sidebar.tsx';
import { TermsDialog } from './terms-dialog.tsx';

export function MerchantShell({ storeId, children }: { storeId: string; children: ReactNode }) {
  const { store, sellsOnline } = useOwnStore(storeId);
  const role = useStoreRole();
  const { pathname } = useLocation();
  const [menuAt, setMenuAt] = useState<string | null>(null);
  const sidebar = useTabInSight();
  const groups = sidebarGroups(useOwnStoreKind(storeId), sellsOnline, role);

  useEffect(() => {
    // A navigation closes the menu.
    setMenuAt((at) => (at === pathname ? at : null));
  }, [pathname]);

  return (
    <div className={styles.office}>
      <InHeader>
        <div className={styles.sign}>
          <Button
            variant="secondary"
            icon="menu"
            className={styles.menuButton}
            aria-haspopup="dialog"
            aria-expanded={menuAt !== null}
            onClick={() => setMenuAt(pathname)}
          >
            MENU
          </Button>
          <Link to={paths.merchant} className={styles.title}>
            <strong>Gestion de ma boutique</strong>
            <span className={styles.shop}>
              {store && <StoreDot slug={store.slug} />} {store?.name ?? '\u00a0'}
            </span>
          </Link>
          {store && (
            <LinkButton
              to={generatePath(paths.store, { slug: store.slug })}
              variant="secondary"
              className={styles.see}
              title="Voir ma boutique comme mes clients"
            >
              <Icon name="store" size={20} />
              Voir
            </LinkButton>
          )}
        </div>
      </InHeader>
      <div className={`wrap ${styles.body}`}>
        <nav ref={sidebar} className={styles.sidebar} aria-label="Gestion de ma boutique">
          <SidebarGroups groups={groups} />
        </nav>
        <div className={styles.page}>
          {sellsOnline && <NewOrderNotice storeId={storeId} />}
          {sellsOnline && <OrdersElsewhere storeId={storeId} />}
          {children}
          {sellsOnline && <OrdersOnDevice />}
        </div>
      </div>
      {store && role === 'owner' && <TermsDialog store={store} />}
      <Modal open={menuAt !== null} onClose={() => setMenuAt(null)} title="Gestion de ma boutique">
        <nav aria-label="Menu de la boutique">
          <SidebarGroups groups={groups} inMenu />
        </nav>
      </Modal>
    </div>
  );
}
