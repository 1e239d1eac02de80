// The bar under the thumb, on phones: five places. It goes while one types (CSS), and is not there on wide screens.
import { NavLink } from 'react-router-dom';
import { paths } from '#paths';
import { Icon, type IconName } from '../controls/icon.tsx';
import styles from './bottom-bar.module.css';
import { CountBubble } from './header/cart-button.tsx';
import type { BottomBarProps } from './shell-interfaces.ts';

export function BottomBar({ cartQuantity, cartWaits, authenticated }: BottomBarProps) {
  const account = authenticated ? paths.account : paths.authentication;
  return (
    <nav className={styles.bar} aria-label="Raccourcis">
      <Place to={paths.home} icon="home" word="Accueil" end />
      <Place to={paths.search} icon="search" word="Rechercher" />
      <Place to={paths.stores} icon="stall" word="Boutiques" />
      <Place to={paths.cart} icon="basket" word="Panier" count={cartQuantity} waits={cartWaits} />
      <Place to={account} icon="user" word="Compte" />
    </nav>
  );
}

interface PlaceProps {
  to: string;
  icon: IconName;
  word: string;
  end?: boolean;
  count?: number | null;
  waits?: boolean;
}

function Place({ to, icon, word, end = false, count = null, waits = false }: PlaceProps) {
  return (
    <NavLink to={to} end={end} className={styles.place}>
      <span className={styles.sign}>
        <Icon name={icon} />
        <CountBubble count={count} waiting={waits} />
      </span>
      <span>{word}</span>
      {count ? (
        <span className="visually-hidden">
          ({count}
          {waits && ', en attente d’envoi'})
        </span>
      ) : null}
    </NavLink>
  );
}
