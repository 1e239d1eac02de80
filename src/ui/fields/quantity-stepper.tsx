// QuantityStepper: minus, a number that can be typed, plus. The parent decides about stock.
//   <QuantityStepper value={2} onChange={setQuantity} canIncrease={…} label="Quantité de Tomme" />
import { type KeyboardEvent, useId, useState } from 'react';
import { Icon } from '../controls/icon.tsx';
import { FieldError } from './fields.tsx';
import styles from './quantity-stepper.module.css';
import { typedQuantity } from './typed-quantity.ts';

export interface QuantityStepperProps {
  value: number;
  onChange: (value: number) => void;
  /** False disables the plus. Leave it true to explain a refusal in onChange. */
  canIncrease?: boolean;
  /** Default 1. */
  minimum?: number;
  /** Default is the largest quantity of an order line. */
  maximum?: number | undefined;
  /** Message for a typed number above the maximum. */
  excess?: string;
  /** Accessible name. */
  label: string;
  size?: 'normal' | 'large';
}

export function QuantityStepper({
  value,
  onChange,
  canIncrease = true,
  minimum = 1,
  maximum,
  excess,
  label,
  size = 'normal',
}: QuantityStepperProps) {
  const errorId = useId();
  /** Text that is being typed; null without any. */
  const [typed, setTyped] = useState<string | null>(null);
  const [mistake, setMistake] = useState<string | null>(null);
  const step = (next: number) => {
    setMistake(null);
    onChange(next);
  };
  // A wrong number is explained, and the last valid one remains.
  const finish = () => {
    if (typed === null) return;
    setTyped(null);
    const result = typedQuantity(typed, { minimum, maximum, excess });
    setMistake(result.mistake);
    if (result.mistake === null && result.quantity !== value) onChange(result.quantity);
  };
  // Enter must not submit the form around it before the number counts.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    finish();
  };
  return (
    <div className={styles.field}>
      <fieldset className={`${styles.stepper} ${size === 'large' ? styles.large : ''}`}>
        <legend className="visually-hidden">{label}</legend>
        <button
          type="button"
          disabled={value <= minimum}
          onClick={() => step(value - 1)}
          aria-label="Diminuer la quantité"
        >
          <Icon name="minus" size={20} />
        </button>
        <input
          className={styles.number}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          aria-label={label}
          aria-invalid={mistake !== null || undefined}
          aria-describedby={mistake === null ? undefined : errorId}
          value={typed ?? String(value)}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={finish}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          disabled={!canIncrease}
          onClick={() => step(value + 1)}
          aria-label="Augmenter la quantité"
        >
          <Icon name="plus" size={20} />
        </button>
      </fieldset>
      <FieldError id={errorId} text={mistake} />
    </div>
  );
}
