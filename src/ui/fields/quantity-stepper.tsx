// QuantityStepper: minus, the number, plus. It asks; whoever owns the quantity decides (stock, minimum).
//   <QuantityStepper value={2} onChange={setQuantity} canIncrease={…} label="Quantité de Tomme" />
import { Icon } from '../controls/icon.tsx';
import styles from './quantity-stepper.module.css';

export interface QuantityStepperProps {
  value: number;
  onChange: (value: number) => void;
  /** False: the plus is disabled. Leave true and refuse in onChange to be able to say why. */
  canIncrease?: boolean;
  /** 1 unless said otherwise. */
  minimum?: number;
  /** What it counts, for those who listen. */
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
