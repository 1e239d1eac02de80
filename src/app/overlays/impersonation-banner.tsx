// Impersonation banner: the user an administrator acts for, and a way out; on every page.
import { ADMINISTRATION } from '#paths';
import { logout, useSession } from '#state/session/session.ts';
import { Icon } from '#ui/controls/icon.tsx';
import styles from './impersonation-banner.module.css';

export function ImpersonationBanner() {
  const { user, status } = useSession();
  if (user?.act === undefined) return null;
  const over = status === 'locked';
  const quit = () => void logout(() => location.assign(ADMINISTRATION));
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
