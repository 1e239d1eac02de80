// The frame of the back office: the shop's sign, the way to its public page, the sidebar.
import { type ReactNode, useEffect, useState } from 'react';
import { generatePath, Link, NavLink, useLocation } from 'react-router-dom';
import { isProductShop } from '#domain/store.ts';
import { paths } from '#paths';
import { StallDot } from '#ui/catalogue/awning.tsx';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { Icon, type IconName } from '#ui/controls/icon.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { useOwnStore } from '../store/use-own-store.ts';
import styles from './merchant-shell.module.css';
import { OrdersOnDevice } from './orders-on-device.tsx';

interface Entry {
  to: string;
  label: string;
  icon: IconName;
}

const home: Entry = { to: paths.merchant, label: 'Accueil', icon: 'home' };
const messages: Entry = { to: paths.merchantMessages, label: 'Messages', icon: 'mail' };
const appointments: Entry = { to: paths.merchantAppointments, label: 'Demande de RDV', icon: 'calendar' };
const estimates: Entry = { to: paths.merchantEstimates, label: 'Demande de devis', icon: 'sheet' };
const coupons: Entry = { to: paths.merchantCoupons, label: 'Codes promotionnels', icon: 'tag' };
const orders: Entry = { to: paths.merchantOrders, label: 'Commandes', icon: 'basket' };

/** What surrounds each page of the back office: the shop's sign, the way to its public page, the sidebar. */
export function MerchantShell({ storeId, children }: { storeId: string; children: ReactNode }) {
  const { store, sellsOnline } = useOwnStore(storeId);
  const { pathname } = useLocation();
  const [menuAt, setMenuAt] = useState<string | null>(null);
  const entries = [
    home,
    ...(sellsOnline ? [orders] : []),
    messages,
    ...(store?.takesAppointments ? [appointments] : []),
    ...(store?.takesEstimates ? [estimates] : []),
    ...(store && isProductShop(store) ? [coupons] : []),
  ];

  useEffect(() => {
    // A page opened from the menu closes it.
    setMenuAt((at) => (at === pathname ? at : null));
  }, [pathname]);

  return (
    <div className={styles.office}>
      <header className={styles.header}>
        <div className={`wrap ${styles.sign}`}>
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
              {store && <StallDot slug={store.slug} />} {store?.name ?? '\u00a0'}
            </span>
          </Link>
          {store && (
            <LinkButton
              to={generatePath(paths.store, { slug: store.slug })}
              variant="secondary"
              className={styles.see}
              title="Voir ma boutique comme mes clients"
            >
              <Icon name="stall" size={20} />
              Voir
            </LinkButton>
          )}
        </div>
      </header>
      <div className={`wrap ${styles.body}`}>
        <nav className={styles.sidebar} aria-label="Gestion de ma boutique">
          <Entries entries={entries} />
        </nav>
        <div className={styles.page}>
          {children}
          {sellsOnline && <OrdersOnDevice />}
        </div>
      </div>
      <Modal open={menuAt !== null} onClose={() => setMenuAt(null)} title="Gestion de ma boutique">
        <nav aria-label="Menu de la boutique">
          <Entries entries={entries} inMenu />
        </nav>
      </Modal>
    </div>
  );
}

function Entries({ entries, inMenu = false }: { entries: readonly Entry[]; inMenu?: boolean }) {
  return (
    <ul className={inMenu ? styles.menuEntries : styles.entries}>
      {entries.map(({ to, label, icon }) => (
        <li key={to}>
          <NavLink to={to} end={to === paths.merchant} className={styles.entry} title={inMenu ? undefined : label}>
            <Icon name={icon} />
            <span className={styles.label}>{label}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
