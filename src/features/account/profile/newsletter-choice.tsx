// Newsletter choice: shows whether the user receives the newsletter, and changes it at once.
import { useCallback, useEffect, useState } from 'react';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { changeNewsletterConsent, readNewsletterConsent } from '#state/account/newsletter.ts';
import { useOnReconnect } from '#state/page/connectivity.ts';
import { Switch } from '#ui/fields/switch.tsx';
import styles from '../layout/account.module.css';

const LABEL = 'Recevoir la lettre du marché';
const needsNetwork = 'Il faut du réseau pour changer ce choix\u00a0: réessayez dès son retour.';
const CHANGED = { true: 'Vous recevrez la prochaine lettre.', false: 'La lettre ne vous est plus envoyée.' };

export function NewsletterChoice({ userId }: { userId: string }) {
  const [registered, setRegistered] = useState<boolean | null>(null);
  const [note, setNote] = useState('');

  const follow = useCallback(async (call: ReturnType<typeof readNewsletterConsent>, done: (now: boolean) => string) => {
    const result = await call.catch((failure: unknown) => {
      console.error(failure);
      return { outcome: 'refused' as const, message: UNEXPECTED_FAILURE };
    });
    if (result.outcome === 'known') {
      setRegistered(result.registered);
      setNote(done(result.registered));
    } else setNote(result.outcome === 'offline' ? needsNetwork : result.message);
    return result.outcome === 'known';
  }, []);
  const read = useCallback(() => void follow(readNewsletterConsent(userId), () => ''), [follow, userId]);
  useEffect(read, [read]);
  useOnReconnect(read);

  const change = async (wanted: boolean) => {
    setRegistered(wanted);
    const isDone = await follow(changeNewsletterConsent(userId, wanted), (now) => CHANGED[`${now}`]);
    if (!isDone) setRegistered(!wanted);
  };

  return (
    <div className={styles.password}>
      <h3>Lettre du marché</h3>
      <p className={styles.hint}>
        Une lettre de temps en temps, avec les nouvelles des boutiques. Chacune porte un lien pour ne plus la recevoir.
      </p>
      {registered !== null && (
        <Switch on={registered} onChange={(on) => void change(on)}>
          {LABEL}
        </Switch>
      )}
      <p className={styles.hint} role="status">
        {note}
      </p>
    </div>
  );
}
