// Unpaid order: deadline and payment button.
import { useEffect, useRef, useState } from 'react';
import { paymentDeadlineText } from '#domain/orders/payment-deadline.ts';
import { usePayButton } from '#state/cart/use-payment.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import styles from './order-page.module.css';

interface OrderToPayProps {
  id: number;
  /** Payment deadline, ISO 8601. */
  until: string;
  /** Called when the deadline passes. */
  onOver: () => void;
}

/** Longer timers would fire at once. */
const FURTHEST_MS = 86_400_000;
/** The market's clock and this one differ a little. */
const LATER_MS = 1000;

/** The order is placed and its stock reserved until the payment. */
export function OrderToPay({ id, until, onOver }: OrderToPayProps) {
  const { begin, busy, problem } = usePayButton(id);
  const { online } = useConnectivity();
  // The device's clock may be wrong, so the server is asked, and no time is shown until it answers.
  const isOver = useIsOver(until, onOver);
  const deadline = isOver ? '' : ` ${paymentDeadlineText(until, new Date())}`;
  return (
    <div className={styles.toPay}>
      <p>
        {online
          ? `Cette commande est réservée pour vous${deadline}\u00a0: il reste à la payer. Rien n’est débité avant.`
          : `Cette commande est réservée pour vous${deadline}. Il faut du réseau pour la payer.`}
      </p>
      <FieldError text={problem} />
      <Button busy={busy} disabled={!online} onClick={begin}>
        Payer maintenant
      </Button>
    </div>
  );
}

/** Calls `onOver` once. */
function useIsOver(until: string, onOver: () => void): boolean {
  const [isOver, setOver] = useState(false);
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    const left = Date.parse(until) + LATER_MS - Date.now();
    setOver(left <= 0);
    if (left > FURTHEST_MS) return;
    const end = () => {
      setOver(true);
      over.current();
    };
    const timer = setTimeout(end, Math.max(0, left));
    return () => clearTimeout(timer);
  }, [until]);
  return isOver;
}
