// What the page of an order shows while it waits for its payment.
import { useEffect, useRef, useState } from 'react';
import { heldUntil } from '#domain/orders/payment-deadline.ts';
import { usePayButton } from '#state/cart/use-payment.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import styles from './order-page.module.css';

interface OrderToPayProps {
  id: number;
  /** Until when it is held, ISO 8601. */
  until: string;
  /** Its time has run out while it was looked at. */
  onOver: () => void;
}

/** A timer that is set further ahead fires at once. */
const FURTHEST_MS = 86_400_000;
/** The market's clock and this one differ a little. */
const LATER_MS = 1000;

/** The order is placed and its articles are held: only its shopper begins to pay. */
export function OrderToPay({ id, until, onOver }: OrderToPayProps) {
  const { begin, busy, problem } = usePayButton(id);
  const { online } = useConnectivity();
  // Past it by this device's clock, which may be wrong: the market is asked, and until it answers no time is said.
  const isOver = useIsOver(until, onOver);
  const held = isOver ? '' : ` ${heldUntil(until, new Date())}`;
  return (
    <div className={styles.toPay}>
      <p>
        {online
          ? `Cette commande est réservée pour vous${held}\u00a0: il reste à la payer. Rien n’est débité avant.`
          : `Cette commande est réservée pour vous${held}. La payer demande le réseau.`}
      </p>
      <FieldError text={problem} />
      <Button busy={busy} disabled={!online} onClick={begin}>
        Payer maintenant
      </Button>
    </div>
  );
}

/** `onOver` is called once, when it is. */
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
