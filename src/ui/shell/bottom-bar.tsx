// BottomBar: five links at the bottom on phones. Hidden while typing (CSS) and on wide screens.
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { paths } from '#paths';
import { Icon, type IconName } from '../controls/icon.tsx';
import styles from './bottom-bar.module.css';
import { CountBubble, cartWords } from './header/cart-button.tsx';
import type { BottomBarProps } from './shell-interfaces.ts';

export function BottomBar({ cart, authenticated }: BottomBarProps) {
  const account = authenticated ? paths.account : paths.authentication;
  return (
    <nav className={styles.bar} aria-label="Raccourcis" data-shortcuts>
      <Place to={paths.home} icon="home" word="Accueil" end />
      <Place to={paths.search} icon="search" word="Rechercher" />
      <Place to={paths.stores} icon="store" word="Boutiques" />
      <Place to={paths.cart} icon="basket" word="Panier" label={cartWords(cart)}>
        <CountBubble count={cart.quantity} waiting={cart.waiting > 0} />
      </Place>
      <Place to={account} icon="user" word="Compte" />
    </nav>
  );
}

interface PlaceProps {
  to: string;
  icon: IconName;
  word: string;
  end?: boolean;
  /** Longer accessible name. */
  label?: string;
  children?: ReactNode;
}

function Place({ to, icon, word, end = false, label, children }: PlaceProps) {
  return (
    <NavLink to={to} end={end} className={styles.place} aria-label={label}>
      <span className={styles.sign}>
        <Icon name={icon} />
        {children}
      </span>
      <span>{word}</span>
    </NavLink>
  );
}
