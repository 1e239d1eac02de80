// Frame of the request forms: fields, problems, submit button, and the notice of a pending request.
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
  /** The request is pending on the device. */
  isWaiting: boolean;
  busy: boolean;
  action: string;
  children: ReactNode;
}

/** Fields, general problems, and submit button. */
export function RequestFrame({ onSubmit, problems, isWaiting, busy, action, children }: RequestFrameProps) {
  return (
    <form className={styles.form} onSubmit={(event) => void onSubmit(event)} noValidate>
      {children}
      <div className={styles.foot}>
        <FieldError text={problems[0]} />
        <FieldError text={problems.slice(1).join(' ')} />
        <div role="status">{isWaiting && <SavedHereNotice />}</div>
        <Button type="submit" size="large" icon="send" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** Notice of a pending request. */
export function SavedHereNotice() {
  return (
    <p className={styles.waiting}>
      <WaitingBadge /> Gardé sur cet appareil&nbsp;; l’envoi se fera dès que le réseau répondra.
    </p>
  );
}

/** Replaces a form for visitors: reason and login link with a return path. */
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
