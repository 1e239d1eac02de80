// InstallInvitation: offers to install the site: one button, or the steps by hand on iOS.
import { Button } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';
import styles from './install-invitation.module.css';

interface InstallInvitationProps {
  /** As of the device (state/device/install-invitation.ts). */
  way: 'prompt' | 'share';
  siteName: string;
  onAccept: () => void;
  onDismiss: () => void;
}

export function InstallInvitation({ way, siteName, onAccept, onDismiss }: InstallInvitationProps) {
  return (
    <section className={styles.card} aria-label={`Installer ${siteName}`}>
      <p className={styles.title}>{siteName} sur votre écran d’accueil</p>
      <p>
        Une icône à côté des autres, et le marché s’ouvre d’un geste. Rien à télécharger dans un magasin d’applications.
      </p>
      {way === 'share' && (
        <ol className={styles.steps}>
          <li>
            Touchez <b>Partager</b> <Icon name="share" size={20} /> dans la barre de Safari.
          </li>
          <li>
            Choisissez <b>Sur l’écran d’accueil</b>, puis <b>Ajouter</b>.
          </li>
        </ol>
      )}
      <div className={styles.actions}>
        {way === 'prompt' && <Button onClick={onAccept}>Installer {siteName}</Button>}
        <Button variant={way === 'prompt' ? 'quiet' : 'secondary'} onClick={onDismiss}>
          {way === 'prompt' ? 'Non merci' : 'J’ai compris'}
        </Button>
      </div>
    </section>
  );
}
