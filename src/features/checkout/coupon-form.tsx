import { type FormEvent, useState } from 'react';
import { useCart } from '#state/cart.ts';
import { useConnectivity } from '#state/connectivity.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/fields.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './coupon-form.module.css';

const invalid = 'Coupon invalide';

export function CouponForm() {
  const { cart, alert, applyCoupon } = useCart();
  const { online } = useConnectivity();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);

  const apply = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = code.trim();
    if (wanted === '' || busy) return;
    setBusy(true);
    try {
      await applyCoupon(wanted);
    } finally {
      setBusy(false);
    }
  };

  const isRefused = alert === invalid;
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
          maxLength={40}
          enterKeyHint="done"
          error={isRefused ? invalid : null}
        />
      </div>
      <Button type="submit" variant="secondary" busy={busy} className={styles.button}>
        VALIDER
      </Button>
      {cart.couponCode !== null && !isRefused && (
        <p className={styles.applied} role="status">
          <Icon name={online && !cart.estimated ? 'check' : 'clock'} size={18} />
          <span>
            Coupon {cart.couponCode}
            {cart.estimated && ' : la remise sera calculée au retour du réseau'}
          </span>
        </p>
      )}
    </form>
  );
}
