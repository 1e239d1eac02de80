// UserMenu: login link for visitors, username and menu for users.
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#paths';
import { Icon } from '../../controls/icon.tsx';
import { LazyPart, lazyPart } from '../../loading/lazy-part.tsx';
import type { UserMenuProps } from '../shell-interfaces.ts';
import styles from './user-menu.module.css';

export const loadUserMenu = () => import('./user-menu-list.tsx');
const list = lazyPart(loadUserMenu);

export function UserMenu({ status, username, online, canManageStore, onLogout }: UserMenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (status === 'unknown' || status === 'anonymous' || username === null) {
    return (
      <Link to={paths.authentication} className={styles.button} aria-label="Se connecter" title="Se connecter">
        <Icon name="user" />
        <span className={styles.word}>Se connecter</span>
      </Link>
    );
  }
  return (
    <nav
      aria-label="Votre compte"
      className={styles.menu}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-label={`Votre compte, ${username}`}
        onClick={() => setOpen(!open)}
      >
        <Icon name="user" />
        <span className={styles.word}>{username}</span>
      </button>
      {open && (
        <LazyPart
          part={list}
          props={{ status, username, online, canManageStore, onLogout, onLeave: () => setOpen(false) }}
        />
      )}
    </nav>
  );
}
