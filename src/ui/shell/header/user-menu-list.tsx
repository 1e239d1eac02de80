// Entries of the user menu.
import { Link } from 'react-router-dom';
import { paths } from '#paths';
import { Icon } from '../../controls/icon.tsx';
import type { UserMenuProps } from '../shell-interfaces.ts';
import styles from './user-menu.module.css';

interface UserMenuListProps extends UserMenuProps {
  /** Something is chosen. */
  onLeave: () => void;
}

export default function UserMenuList({
  status,
  username,
  online,
  canManageStore,
  onLogout,
  onLeave,
}: UserMenuListProps) {
  return (
    <ul className={styles.list}>
      <li className={styles.name}>
        <b>{username}</b>
        {status === 'locked' && <span>{online ? 'Session terminée' : 'Hors connexion'}, à reconnecter</span>}
      </li>
      <li>
        <Link to={paths.account} onClick={onLeave}>
          <Icon name="user" size={20} />
          Gérer mon compte
        </Link>
      </li>
      <li>
        <Link to={paths.favourites} onClick={onLeave}>
          <Icon name="heart" size={20} />
          Mes favoris
        </Link>
      </li>
      {canManageStore && (
        <li>
          <Link to={paths.merchant} onClick={onLeave}>
            <Icon name="store" size={20} />
            Gérer mon magasin
          </Link>
        </li>
      )}
      <li>
        <button
          type="button"
          onClick={() => {
            onLeave();
            onLogout();
          }}
        >
          <Icon name="exit" size={20} />
          Déconnexion
        </button>
      </li>
    </ul>
  );
}
