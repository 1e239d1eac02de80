// Sidebar: grouped entries of the back office. A rail on small, a sidebar on wide screens, and the content of the menu
// on phones.
import { useId } from 'react';
import { generatePath, NavLink } from 'react-router-dom';
import { includesRole, type StoreRole } from '#contract/merchant/store-roles.ts';
import { isOnlineStore, isProductStore } from '#domain/store.ts';
import { paths } from '#paths';
import type { OwnStoreKind } from '#state/page/web-storage.ts';
import { Drawing, Icon, type IconName } from '#ui/controls/icon.tsx';
import { leastRoleAt } from '../store/page-roles.ts';
import styles from './sidebar.module.css';

interface Entry {
  to: string;
  label: string;
  icon: IconName | keyof typeof drawings;
}

export interface SidebarGroup {
  /** Null for a single entry. */
  title: string | null;
  entries: readonly Entry[];
}

/** Icons of the back office only. */
const drawings = {
  tag: 'M4 4h8l8 8-8 8-8-8V4ZM8.2 8.2v.1',
  coins: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM15.5 8.8a4.2 4.2 0 1 0 0 6.4M7.8 11h5M7.8 13.2h4',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 20c.6-3.4 3.3-5.2 6.5-5.2s5.9 1.8 6.5 5.2M15.5 5.4a3.4 3.4 0 0 1 0 6.4M18 15.2c2 .8 3.2 2.4 3.6 4.8',
  box: 'M4 8l8-4.5L20 8v8.5L12 21l-8-4.5V8ZM4 8l8 4.5L20 8M12 12.5V21',
};

const home: Entry = { to: paths.merchant, label: 'Accueil', icon: 'home' };
const orders: Entry = { to: paths.merchantOrders, label: 'Commandes', icon: 'basket' };
const products: Entry = { to: generatePath(paths.merchantProducts, { page: '1' }), label: 'Produits', icon: 'box' };
const coupons: Entry = { to: paths.merchantCoupons, label: 'Codes promotionnels', icon: 'tag' };
const payouts: Entry = { to: paths.merchantPayouts, label: 'Versements', icon: 'coins' };
const messages: Entry = { to: paths.merchantMessages, label: 'Messages', icon: 'mail' };
const appointments: Entry = { to: paths.merchantAppointments, label: 'Demande de RDV', icon: 'calendar' };
const estimates: Entry = { to: paths.merchantEstimates, label: 'Demande de devis', icon: 'sheet' };
const infos: Entry = { to: paths.merchantInfos, label: 'Informations de la boutique', icon: 'store' };
const contact: Entry = { to: paths.merchantContact, label: 'Informations de contact', icon: 'phone' };
const hours: Entry = { to: paths.merchantHours, label: "Horaires d'ouverture", icon: 'clock' };
const medias: Entry = { to: paths.merchantMedias, label: 'Images de la boutique', icon: 'frame' };
const position: Entry = { to: paths.merchantPosition, label: 'Position du magasin', icon: 'pin' };
const people: Entry = { to: paths.merchantPeople, label: 'Équipe', icon: 'people' };
const shipping: Entry = { to: paths.merchantShipping, label: 'Livraison', icon: 'truck' };
const relayPoint: Entry = { to: paths.merchantRelayPoint, label: 'Point relais', icon: 'bag' };

/**
 * Groups by the store's features (services, products, online sales) and by the role in it.
 * @param otherwise sells online, if the kind is unknown
 */
export function sidebarGroups(
  store: OwnStoreKind | undefined,
  otherwise: boolean | undefined,
  role: StoreRole | null,
): SidebarGroup[] {
  const sellsOnline = store ? isOnlineStore(store) : otherwise;
  const groups = [
    { title: null, entries: [home] },
    {
      title: 'Ventes',
      entries: [
        ...(sellsOnline ? [orders] : []),
        ...(store && isProductStore(store) ? [products, coupons] : []),
        ...(sellsOnline ? [payouts] : []),
      ],
    },
    {
      title: 'Clients',
      entries: [
        messages,
        ...(store?.takesAppointments ? [appointments] : []),
        ...(store?.takesEstimates ? [estimates] : []),
      ],
    },
    {
      title: 'Ma boutique',
      entries: [infos, contact, hours, medias, position, ...(sellsOnline ? [shipping, relayPoint] : []), people],
    },
  ];
  const mayOpen = ({ to }: Entry) => includesRole(role, leastRoleAt(to));
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(mayOpen) }))
    .filter(({ entries }) => entries.length > 0);
}

export function SidebarGroups({ groups, inMenu = false }: { groups: readonly SidebarGroup[]; inMenu?: boolean }) {
  return (
    <div className={inMenu ? styles.menu : styles.rail}>
      {groups.map((group) => (
        <EntryGroup key={group.title} group={group} inMenu={inMenu} />
      ))}
    </div>
  );
}

function EntryGroup({ group: { title, entries }, inMenu }: { group: SidebarGroup; inMenu: boolean }) {
  const id = useId();
  return (
    <div className={styles.group}>
      {title && (
        <p id={id} className={styles.title}>
          {title}
        </p>
      )}
      <ul className={styles.entries} aria-labelledby={title ? id : undefined}>
        {entries.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} end={to === paths.merchant} className={styles.entry} title={inMenu ? undefined : label}>
              {icon === 'tag' || icon === 'box' || icon === 'coins' || icon === 'people' ? (
                <Drawing d={drawings[icon]} />
              ) : (
                <Icon name={icon} />
              )}
              <span className={styles.label}>{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
