// CouponForm: applies and removes the coupons of the cart.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MAX_COUPON_CODE } from '#contract/limits.ts';
import { isSameCode } from '#domain/orders/pricing.ts';
import { type CartState, isCoupon, isCouponAlert, useCart } from '#state/cart/cart.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useDecisions } from '#state/pending/pending-writes.ts';
import { useRefusalInForm } from '#state/pending/refusal-in-form.ts';
import { discardDraft } from '#state/session/draft-store.ts';
import { useDraftText } from '#state/session/use-draft.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import styles from './coupon-form.module.css';

/** A refusal in this time is shown at the field, milliseconds. */
const REFUSAL_SHOWN_MS = 5000;

export function CouponForm() {
  const { cart, alert, applyCoupon, removeCoupon } = useCart();
  const { online } = useConnectivity();
  const decisions = useDecisions('cart:');
  const [code, setCode] = useDraftText('coupon');
  const [busy, setBusy] = useState(false);
  const [refusedText, setRefusedText] = useState<string | null>(null);
  const appliedAt = useRef(0);
  const [replaced, setReplaced] = useState<string | null>(null);
  /** The last entered code until the market has accepted it, and the codes that were in the cart before. */
  const entering = useRef<{ code: string; earlier: readonly string[] } | null>(null);
  const refusalInForm = useRefusalInForm();

  // A late refusal has a decision card instead.
  const refusal = decisions.find((decision) => isCoupon(decision) && decision.tone === 'refused');
  const { id: refusalId, title: refusalText = null } = refusal ?? {};
  useEffect(() => {
    if (refusalId === undefined) return;
    setRefusedText(refusalText);
    if (Date.now() - appliedAt.current < REFUSAL_SHOWN_MS) refusalInForm.show(refusalId, true);
  }, [refusalId, refusalText, refusalInForm]);

  const { coupons, estimated } = cart;
  useEffect(() => {
    const has = (code: string) => coupons.some((one) => isSameCode(one.code, code));
    if (estimated || !entering.current || !has(entering.current.code)) return;
    const gone = entering.current.earlier.filter((code) => !has(code));
    entering.current = null;
    if (gone.length > 0) setReplaced(`Un seul code par boutique\u00a0: ${gone.join(' et ')} ne s’applique plus.`);
  }, [coupons, estimated]);

  const apply = async (event: FormEvent) => {
    event.preventDefault();
    const enteredCode = code.trim();
    if (enteredCode === '' || busy) return;
    setBusy(true);
    setRefusedText(null);
    setReplaced(null);
    entering.current = { code: enteredCode, earlier: coupons.map((one) => one.code) };
    refusalInForm.acknowledge();
    appliedAt.current = Date.now();
    try {
      if (await applyCoupon(enteredCode)) discardDraft('coupon');
    } finally {
      setBusy(false);
    }
  };

  const remove = (entered: string) => {
    const { current } = entering;
    if (current) entering.current = { ...current, earlier: current.earlier.filter((one) => one !== entered) };
    setReplaced(null);
    void removeCoupon(entered);
  };

  const error = refusedText ?? (isCouponAlert(alert) ? alert : null);
  return (
    <form className={styles.form} onSubmit={apply} noValidate>
      <div className={styles.field}>
        <TextField
          label="code promo"
          placeholder="Saisir un coupon"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_COUPON_CODE}
          enterKeyHint="done"
          error={error}
        />
      </div>
      <Button type="submit" variant="secondary" busy={busy} className={styles.button}>
        VALIDER
      </Button>
      {coupons.map(({ code: entered, applies }) => (
        <p key={entered} className={styles.applied} data-waits={cart.estimated || undefined} role="status">
          <Icon name={applies ? (online && !cart.estimated ? 'check' : 'clock') : 'alert'} size={18} />
          <span>
            Coupon {entered} {couponState(applies, cart, online)}
          </span>
          <Button variant="quiet" onClick={() => remove(entered)}>
            Retirer<span className="visually-hidden"> le coupon {entered}</span>
          </Button>
        </p>
      ))}
      {replaced && (
        <p className={styles.replaced} role="status">
          {replaced}
        </p>
      )}
    </form>
  );
}

function couponState(applies: boolean, { estimated }: CartState['cart'], online: boolean): string {
  if (!applies) return 'sans effet\u00a0: ce panier ne remplit plus ses conditions';
  if (!estimated) return 'appliqué';
  return `gardé\u00a0: la remise sera calculée ${online ? 'par le marché' : 'dès le retour du réseau'}`;
}
