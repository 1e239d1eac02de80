import { type FormEvent, useEffect, useState } from 'react';
import type { Violation } from '#contract/hydra.ts';
import { useDraftText } from '#state/draft.ts';
import { useApiMutation } from '#state/mutation.ts';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/fields.tsx';
import { TextField } from '#ui/text-fields.tsx';
import styles from './stock-alert.module.css';

const SUCCESS_SHOWN_MS = 3000;
const EMAIL_MISSING = 'Veuillez saisir un email';

/** For a product out of stock: a mail when it is back. The request may wait for the network. */
export default function StockAlert({ productIri }: { productIri: string }) {
  const { run, status } = useApiMutation('availability.create');
  const [email, setEmail] = useDraftText(`alerte ${productIri}`);
  const [violations, setViolations] = useState<readonly Violation[]>([]);
  const [message, setMessage] = useState<string | null>(null);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => setMessage(null), SUCCESS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() === '') {
      setViolations([{ propertyPath: 'email', message: EMAIL_MISSING }]);
      return;
    }
    setViolations([]);
    const result = await run({ body: { email, product: productIri } });
    if (result.outcome === 'refused') {
      setViolations(
        result.violations.length > 0
          ? result.violations
          : [{ propertyPath: 'product', message: "Votre demande n'a pas pu être enregistrée. Vous pouvez réessayer." }],
      );
    } else if (result.outcome === 'offline') {
      setViolations([{ propertyPath: 'product', message: 'Vous êtes hors connexion : votre demande est restée ici.' }]);
    } else {
      setEmail('');
      setMessage('Commande mise à jour !');
    }
  };
  const errorOn = (path: string) => violations.find((violation) => violation.propertyPath === path)?.message;
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <p>Laissez votre adresse : nous vous écrirons dès son retour.</p>
      <TextField
        label="Adresse e-mail"
        type="email"
        autoComplete="email"
        required
        value={email}
        error={errorOn('email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      <FieldError text={errorOn('product')} />
      <Button type="submit" busy={status === 'pending'}>
        M'avertir
      </Button>
      <p role="status" className={styles.done}>
        {message}
      </p>
    </form>
  );
}
