// QuantityStepper: minus, number, plus. The parent decides about stock and minimum.
//   <QuantityStepper value={2} onChange={setQuantity} canIncrease={…} label="Quantité de Tomme" />
import { Icon } from '../controls/icon.tsx';
import styles from './quantity-stepper.module.css';

export interface QuantityStepperProps {
  value: number;
  onChange: (value: number) => void;
  /** False disables the plus. Leave it true to explain a refusal in onChange. */
  canIncrease?: boolean;
  /** Default 1. */
  minimum?: number;
  /** Accessible name. */
  label: string;
  size?: 'normal' | 'large';
}

export function QuantityStepper({
  value,
  onChange,
  canIncrease = true,
  minimum = 1,
  label,
  size = 'normal',
}: QuantityStepperProps) {
  return (
    <fieldset className={`${styles.stepper} ${size === 'large' ? styles.large : ''}`}>
      <legend className="visually-hidden">{label}</legend>
      <button
        type="button"
        disabled={value <= minimum}
        onClick={() => onChange(value - 1)}
        aria-label="Diminuer la quantité"
      >
        <Icon name="minus" size={20} />
      </button>
      <output aria-live="polite" aria-label={label}>
        {value}
      </output>
      <button
        type="button"
        disabled={!canIncrease}
        onClick={() => onChange(value + 1)}
        aria-label="Augmenter la quantité"
      >
        <Icon name="plus" size={20} />
      </button>
    </fieldset>
  );
}
