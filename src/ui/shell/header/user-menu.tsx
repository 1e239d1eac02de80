// Who is at the counter: a way in for visitors; the username and its menu for those who are in.
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#paths';
import { Icon } from '../../controls/icon.tsx';
import type { UserMenuProps } from '../shell-interfaces.ts';
import styles from './user-menu.module.css';

export function UserMenu({ status, username, canManageStore, onLogout }: UserMenuProps) {
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
  const close = () => setOpen(false);
  return (
    <nav
      aria-label="Votre compte"
      className={styles.menu}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        close();
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
        <ul className={styles.list}>
          <li className={styles.name}>
            <b>{username}</b>
            {status === 'locked' && <span>Hors connexion, à reconnecter</span>}
          </li>
          <li>
            <Link to={paths.account} onClick={close}>
              <Icon name="user" size={20} />
              Gérer mon compte
            </Link>
          </li>
          {canManageStore && (
            <li>
              <Link to={paths.merchant} onClick={close}>
                <Icon name="stall" size={20} />
                Gérer mon magasin
              </Link>
            </li>
          )}
          <li>
            <button
              type="button"
              onClick={() => {
                close();
                onLogout();
              }}
            >
              <Icon name="exit" size={20} />
              Déconnexion
            </button>
          </li>
        </ul>
      )}
    </nav>
  );
}
