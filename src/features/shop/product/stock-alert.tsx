// StockAlert: requests a mail when a product is back in stock.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Violation } from '#contract/wire/hydra.ts';
import { storageErrorMessage } from '#domain/text/storage-error.ts';
import { requestTypes, sendRequest, useWriteEnd } from '#state/account/requests.ts';
import type { RequestOutcome } from '#state/page/engine-port.ts';
import { useRefusalInForm } from '#state/pending/refusal-in-form.ts';
import { useDraftText } from '#state/session/use-draft.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { EmailField } from '#ui/fields/text-fields.tsx';
import { SavedHereNotice } from '../requests/request-form.tsx';
import styles from './stock-alert.module.css';

const SUCCESS_SHOWN_MS = 3000;

/** For products out of stock. The request may wait for the network. */
export default function StockAlert({ productIri, name }: { productIri: string; name: string }) {
  const [email, setEmail] = useDraftText(`alerte ${productIri}`);
  const [violations, setViolations] = useState<readonly Violation[]>([]);
  const [underway, setUnderway] = useState(false);
  const [waiting, setWaiting] = useState<string | null>(null);
  const [thanked, setThanked] = useState(false);
  const refusal = useRefusalInForm();
  useWriteEnd(waiting, (outcome) => {
    setWaiting(null);
    setThanked(outcome === 'done');
  });
  useEffect(() => {
    if (!thanked) return;
    const timer = setTimeout(() => setThanked(false), SUCCESS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [thanked]);

  const typed = useRef(email);
  typed.current = email;

  const showResult = (result: RequestOutcome) => {
    if (result.outcome === 'refused') {
      if (result.id !== null) refusal.show(result.id, true);
      setViolations(
        result.violations.length > 0 ? result.violations : [{ propertyPath: 'product', message: result.text }],
      );
      return;
    }
    // Another one typed meanwhile stays.
    if (typed.current === email) setEmail('');
    if (result.outcome === 'queued') setWaiting(result.id);
    else setThanked(true);
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    // A second click during the first is ignored.
    if (underway) return;
    setViolations([]);
    refusal.acknowledge();
    setUnderway(true);
    try {
      showResult(await sendRequest(requestTypes.stockAlert, { email, product: productIri, name }));
    } catch (failure) {
      setViolations([{ propertyPath: 'product', message: storageErrorMessage(failure) }]);
    } finally {
      setUnderway(false);
    }
  };
  const errorOn = (path: string) => violations.find((violation) => violation.propertyPath === path)?.message;
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <p>Laissez votre adresse : nous vous écrirons dès son retour.</p>
      <EmailField required value={email} error={errorOn('email')} onChange={(event) => setEmail(event.target.value)} />
      <FieldError text={errorOn('product')} />
      <Button type="submit" busy={underway}>
        M’avertir
      </Button>
      <div role="status" className={styles.outcome}>
        {thanked && <p className={styles.thanks}>Commande mise à jour !</p>}
        {waiting !== null && <SavedHereNotice />}
      </div>
    </form>
  );
}
