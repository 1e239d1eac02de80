// Notice for an unconfirmed email address, with a button to resend the link.
import { useState } from 'react';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { sendConfirmation } from '#state/account/profile.ts';
import { useFlash } from '#state/page/flash.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import styles from '../layout/account.module.css';

export function ConfirmEmailNotice({ userId, email }: { userId: string; email: string }) {
  const flash = useFlash();
  const [isAsking, setAsking] = useState(false);
  const send = async () => {
    setAsking(true);
    const result = await sendConfirmation(userId).catch(() => null);
    setAsking(false);
    if (result?.outcome === 'done') return flash(`Un message vient de vous être envoyé à ${email}.`);
    if (result?.outcome === 'offline')
      return flash('Le marché est injoignable pour le moment. Réessayez dans un instant.', 'error');
    flash(result?.message ?? UNEXPECTED_FAILURE, 'error');
  };
  return (
    <div className={styles.notice} role="status">
      <Icon name="mail" size={20} />
      <p>
        Confirmez votre adresse {email}&nbsp;: ouvrez le lien du message que vous avez reçu. D’ici là, les nouvelles de
        vos commandes se lisent ici, mais ne partent pas par e-mail.
      </p>
      <Button variant="secondary" busy={isAsking} onClick={() => void send()}>
        Renvoyer le lien
      </Button>
    </div>
  );
}
