// The line under the header of who acts for someone else: for whom, and the way out. On every page, until they have left.
import { useNavigate } from 'react-router-dom';
import { paths } from '#paths';
import { logout, useSession } from '#state/session/session.ts';
import { Icon } from '#ui/controls/icon.tsx';
import styles from './impersonation-banner.module.css';

export function ActingBanner() {
  const { user, status } = useSession();
  const navigate = useNavigate();
  if (user?.act === undefined) return null;
  const over = status === 'locked';
  const quit = () => {
    // From there whoever has left is led to the login, and back to where they came from.
    navigate(paths.administration);
    void logout();
  };
  return (
    <p className={`${styles.banner} slate-focus`}>
      <span className={styles.words}>
        <Icon name="user" size={18} />
        <span>
          {over ? 'Terminé\u00a0: vous agissiez en tant que ' : 'Vous agissez en tant que '}
          <b>{user.username}</b>
        </span>
      </span>
      <button type="button" className={styles.way} onClick={quit}>
        Quitter
      </button>
    </p>
  );
}
