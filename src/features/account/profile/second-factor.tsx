// Second factor: whether each login asks for a one-time code, setting it up, and switching it off.
import { useCallback, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { TokenContent } from '#contract/account/users.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { readSecondFactor, removeSecondFactor, type SecondFactorState } from '#state/account/second-factor.ts';
import { useOnReconnect } from '#state/page/connectivity.ts';
import { useFlash } from '#state/page/flash.ts';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { LineShapes, RetryButton } from '#ui/states/loaded.tsx';
import styles from '../layout/account.module.css';
import { offlineMessage } from '../layout/network-messages.ts';

const setup = lazyPart(() => import('./second-factor-setup.tsx'));

const needsNetwork = 'Il faut du réseau pour cette protection\u00a0: réessayez dès son retour.';

/** For the people of a store, and for whoever has one already. */
export function SecondFactor({ user: { user_id: userId, ownedStore } }: { user: TokenContent }) {
  const flash = useFlash();
  const [factor, setFactor] = useState<SecondFactorState | null>(null);
  const [note, setNote] = useState('');
  const [doing, setDoing] = useState<'setup' | 'removal' | null>(null);
  const read = useCallback(async () => {
    const result = await readSecondFactor(userId);
    if (result.outcome === 'done') setFactor(result.answer);
    setNote(result.outcome === 'done' ? '' : result.outcome === 'offline' ? needsNetwork : result.message);
  }, [userId]);
  useEffect(() => void read(), [read]);
  useOnReconnect(() => void read());
  const done = (words: string) => {
    setDoing(null);
    flash(words);
    void read();
  };

  const state = factor?.state ?? null;
  if (ownedStore === null && state !== 'on') return null;
  return (
    <div className={styles.password}>
      <h3>Double authentification</h3>
      {state === 'on' ? (
        <p className={styles.hint}>
          Elle est en place&nbsp;: chaque connexion demande votre mot de passe et un code de votre application. Il vous
          reste {countWithNoun(factor?.recoveryCodes ?? 0, 'code')} de secours&nbsp;; pour en obtenir dix nouveaux,
          retirez-la et remettez-la en place.
        </p>
      ) : (
        <p className={styles.hint}>
          En plus du mot de passe, chaque connexion demande un code que seul votre téléphone connaît&nbsp;: un mot de
          passe volé n’ouvre plus votre boutique. Les appareils déjà connectés le restent.
        </p>
      )}
      {state === 'demo' && (
        <p className={styles.hint}>
          Le marché de démonstration n’en demande pas&nbsp;: ses mots de passe sont publics.
        </p>
      )}
      {state === 'off' && doing === null && (
        <Button variant="secondary" onClick={() => setDoing('setup')}>
          Mettre en place
        </Button>
      )}
      {doing === 'setup' && (
        <LazyPart
          part={setup}
          props={{
            userId,
            onDone: () => done('La double authentification est en place.'),
            onLeave: () => setDoing(null),
          }}
          fallback={<LineShapes count={3} />}
          missing={(again) => <RetryButton onRetry={again} />}
        />
      )}
      {state === 'on' && doing !== 'setup' && (
        <Button variant="quiet" onClick={() => setDoing('removal')}>
          Retirer la double authentification
        </Button>
      )}
      {doing === 'removal' && (
        <Removal
          userId={userId}
          onClose={() => setDoing(null)}
          onDone={() => done('La double authentification est retirée.')}
        />
      )}
      <p className={styles.hint} role="status">
        {note}
      </p>
    </div>
  );
}

function Removal({ userId, onClose, onDone }: { userId: string; onClose(): void; onDone(): void }) {
  const { register, handleSubmit, formState, setError, clearErrors } = useForm({ defaultValues: { password: '' } });
  useOnReconnect(() => clearErrors('root'));
  const { errors, isSubmitting } = formState;
  const remove = handleSubmit(async ({ password }) => {
    const result = await removeSecondFactor(userId, password);
    if (result.outcome === 'done') return onDone();
    if (result.outcome === 'offline') return setError('root', { message: offlineMessage });
    const isOfPassword = result.violations.some(({ propertyPath }) => propertyPath === 'password');
    setError(isOfPassword ? 'password' : 'root', { message: result.message }, { shouldFocus: isOfPassword });
  });
  return (
    <Modal open onClose={onClose} title="Retirer la double authentification">
      <form className={styles.ending} onSubmit={remove} noValidate>
        <p>Votre mot de passe seul ouvrira votre compte. Vos codes de secours ne serviront plus.</p>
        <TextField
          label="Mot de passe"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', { required: 'Champ obligatoire' })}
        />
        <FieldError text={errors.root?.message} />
        <div className={styles.choices}>
          <Button variant="secondary" onClick={onClose}>
            La garder
          </Button>
          <Button type="submit" busy={isSubmitting}>
            Retirer
          </Button>
        </div>
      </form>
    </Modal>
  );
}
