// Setting up a second factor: the password, the secret with a first code, then the recovery codes. Loaded on demand.
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { MAX_CODE } from '#contract/limits.ts';
import { beginSecondFactor, confirmSecondFactor, type NewSecondFactor } from '#state/account/second-factor.ts';
import { useOnReconnect } from '#state/page/connectivity.ts';
import { Button } from '#ui/controls/button.tsx';
import { downloadFile } from '#ui/controls/download-file.ts';
import { FieldError } from '#ui/fields/fields.tsx';
import { CheckboxField, TextField } from '#ui/fields/text-fields.tsx';
import { QrCode } from '#ui/media/qr-code.tsx';
import shared from '../layout/account.module.css';
import { offlineMessage } from '../layout/network-messages.ts';
import styles from './second-factor.module.css';

interface SetupProps {
  userId: string;
  /** The codes are noted. */
  onDone(): void;
  onLeave(): void;
}

export default function SecondFactorSetup({ userId, onDone, onLeave }: SetupProps) {
  const [factor, setFactor] = useState<NewSecondFactor | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (factor) return <SecretStep userId={userId} factor={factor} onConfirmed={setCodes} onLeave={onLeave} />;
  return <PasswordStep userId={userId} onBegun={setFactor} onLeave={onLeave} />;
}

interface PasswordStepProps {
  userId: string;
  onBegun(factor: NewSecondFactor): void;
  onLeave(): void;
}

function PasswordStep({ userId, onBegun, onLeave }: PasswordStepProps) {
  const { register, handleSubmit, formState, setError, setFocus, clearErrors } = useForm({
    defaultValues: { password: '' },
  });
  useEffect(() => setFocus('password'), [setFocus]);
  useOnReconnect(() => clearErrors('root'));
  const { errors, isSubmitting } = formState;
  const begin = handleSubmit(async ({ password }) => {
    const result = await beginSecondFactor(userId, password);
    if (result.outcome === 'done') return onBegun(result.answer);
    if (result.outcome === 'offline') return setError('root', { message: offlineMessage });
    const isOfPassword = result.violations.some(({ propertyPath }) => propertyPath === 'password');
    setError(isOfPassword ? 'password' : 'root', { message: result.message }, { shouldFocus: isOfPassword });
  });
  return (
    <form className={styles.steps} onSubmit={begin} noValidate>
      <TextField
        label="Votre mot de passe"
        hint="Pour être sûr que c’est bien vous."
        type="password"
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.password?.message}
        {...register('password', { required: 'Champ obligatoire' })}
      />
      <FieldError text={errors.root?.message} />
      <Choices submit="Continuer" isBusy={isSubmitting} onLeave={onLeave} />
    </form>
  );
}

interface SecretStepProps {
  userId: string;
  factor: NewSecondFactor;
  onConfirmed(codes: readonly string[]): void;
  onLeave(): void;
}

function SecretStep({ userId, factor: { uri, secret }, onConfirmed, onLeave }: SecretStepProps) {
  const { register, handleSubmit, formState, setError, clearErrors } = useForm({ defaultValues: { code: '' } });
  useOnReconnect(() => clearErrors('root'));
  const { errors, isSubmitting } = formState;
  const confirm = handleSubmit(async ({ code }) => {
    const result = await confirmSecondFactor(userId, code);
    if (result.outcome === 'done') return onConfirmed(result.answer.codes);
    if (result.outcome === 'offline') return setError('root', { message: offlineMessage });
    const isOfCode = result.violations.some(({ propertyPath }) => propertyPath === 'code');
    setError(isOfCode ? 'code' : 'root', { message: result.message }, { shouldFocus: isOfCode });
  });
  return (
    <form className={styles.steps} onSubmit={confirm} noValidate>
      <StepTitle>Ajoutez ce compte à votre application</StepTitle>
      <p>
        Avec une application d’authentification (Aegis, FreeOTP, Google Authenticator…), scannez ce code, puis recopiez
        les six chiffres qu’elle affiche.
      </p>
      <div className={styles.secret}>
        <QrCode text={uri} label="Code QR du secret, qui est aussi écrit en lettres au-dessous." />
        <p>
          Ou tapez cette clé&nbsp;:{' '}
          <strong className={styles.letters} translate="no">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </strong>
        </p>
        <a href={uri}>Ouvrir dans l’application de ce téléphone</a>
      </div>
      <TextField
        label="Code à six chiffres"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={MAX_CODE}
        error={errors.code?.message}
        {...register('code', { required: 'Champ obligatoire' })}
      />
      <FieldError text={errors.root?.message} />
      <Choices submit="Vérifier" isBusy={isSubmitting} onLeave={onLeave} />
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const [isNoted, setNoted] = useState(false);
  const [isMissed, setMissed] = useState(false);
  const download = () =>
    downloadFile({ fileName: 'codes-de-secours.txt', content: `${codes.join('\n')}\n`, type: 'text/plain' });
  return (
    <div className={styles.steps}>
      <StepTitle>Vos codes de secours</StepTitle>
      <p>
        La double authentification est en place. Notez ces codes à l’abri&nbsp;: chacun remplace une fois votre
        téléphone, s’il est perdu. Ils ne seront plus montrés.
      </p>
      <ul className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div>
        <Button variant="secondary" onClick={download}>
          Télécharger les codes
        </Button>
      </div>
      <CheckboxField
        label="Je les ai notés"
        checked={isNoted}
        error={isMissed && !isNoted ? 'Notez vos codes avant de continuer.' : undefined}
        onChange={(event) => setNoted(event.target.checked)}
      />
      <div>
        <Button onClick={() => (isNoted ? onDone() : setMissed(true))}>Terminer</Button>
      </div>
    </div>
  );
}

/** Takes the focus: it is what follows the button that was pressed. */
function StepTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h4 ref={title} className={styles.title} tabIndex={-1}>
      {children}
    </h4>
  );
}

function Choices({ submit, isBusy, onLeave }: { submit: string; isBusy: boolean; onLeave(): void }) {
  return (
    <div className={shared.choices}>
      <Button type="submit" busy={isBusy}>
        {submit}
      </Button>
      <Button variant="quiet" onClick={onLeave}>
        Annuler
      </Button>
    </div>
  );
}
