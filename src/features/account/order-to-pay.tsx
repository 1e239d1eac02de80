// What the page of an order shows while it waits for its payment.
import { useState } from 'react';
import { useConnectivity } from '#state/page/connectivity.ts';
import { usePayment } from '#state/writes/use-payment.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/controls/fields.tsx';
import styles from './order-page.module.css';

/** The order is placed and its articles are held: only its shopper begins to pay. */
export function OrderToPay({ id }: { id: number }) {
  const pay = usePayment();
  const { online } = useConnectivity();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const begin = async () => {
    setBusy(true);
    setProblem(await pay(id));
    setBusy(false);
  };
  return (
    <div className={styles.toPay}>
      <p>
        {online
          ? 'Cette commande est réservée pour vous : il reste à la payer. Rien n’est débité avant.'
          : 'Cette commande est réservée pour vous. La payer demande le réseau.'}
      </p>
      <FieldError text={problem} />
      <Button busy={busy} disabled={!online} onClick={() => void begin()}>
        Payer maintenant
      </Button>
    </div>
  );
}
