// The frame of these forms: fields, what is wrong, the one button, and what waits on the device.
import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#paths';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { WaitingBadge } from '#ui/text/age.tsx';
import styles from './request-form.module.css';

interface RequestFrameProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** That nothing was sent, and why. */
  problems: readonly string[];
  /** It waits on the device. */
  kept: boolean;
  busy: boolean;
  action: string;
  children: ReactNode;
}

/** Fields, what is wrong with the whole, and the one button. */
export function RequestFrame({ onSubmit, problems, kept, busy, action, children }: RequestFrameProps) {
  return (
    <form className={styles.form} onSubmit={(event) => void onSubmit(event)} noValidate>
      {children}
      <div className={styles.foot}>
        <FieldError text={problems[0]} />
        <FieldError text={problems.slice(1).join(' ')} />
        <div role="status">{kept && <KeptHere />}</div>
        <Button type="submit" size="large" icon="send" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** What was written waits on the device. */
export function KeptHere() {
  return (
    <p className={styles.kept}>
      <WaitingBadge /> Gardé sur cet appareil&nbsp;; l’envoi se fera dès que le réseau répond.
    </p>
  );
}

/** Where a form would be, for who is not logged in: why, and the way back here. */
export function LoginFirst({ children, backTo }: { children: ReactNode; backTo: string }) {
  return (
    <div className={styles.login}>
      <p>
        <Icon name="user" size={20} />
        {children}
      </p>
      <Link to={`${paths.login}?${new URLSearchParams({ retour: backTo })}`}>Se connecter</Link>
    </div>
  );
}
