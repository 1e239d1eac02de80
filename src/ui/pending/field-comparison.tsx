// BeforeAfter: two compared values with their headings; with `onPick`, a choice.
import { useId } from 'react';
import { Icon } from '../controls/icon.tsx';
import styles from './field-comparison.module.css';

export type Side = 'mine' | 'theirs';

/** Headings if this device has a change. */
export interface Sides {
  /** Heading of the base value, if both sides differ from it. */
  before: string;
  mine: string;
  theirs: string;
}

export interface Compared {
  name: string;
  /** 'Prix', 'Code de suivi'. */
  label: string;
  /** Base value that the user saw; null if unknown. */
  before: string | null;
  /** This device's value; null without a choice. */
  mine: string | null;
  /** Current value on the server. */
  theirs: string | null;
}

interface BeforeAfterProps {
  fields: readonly Compared[];
  sides: Sides;
  picked?: Readonly<Record<string, Side>>;
  onPick?: (name: string, side: Side) => void;
}

const none = 'Aucun';

export function BeforeAfter({ fields, sides, picked, onPick }: BeforeAfterProps) {
  return (
    <div className={styles.fields}>
      {fields.map((field) => {
        const picks = onPick !== undefined && field.mine !== null;
        return picks ? (
          <Pick
            key={field.name}
            field={field}
            sides={sides}
            side={picked?.[field.name] ?? 'mine'}
            onPick={(side) => onPick(field.name, side)}
          />
        ) : (
          <Shown key={field.name} field={field} sides={sides} />
        );
      })}
    </div>
  );
}

/** Compares both devices if this one has a change; otherwise before and after. */
function Shown({ field: { label, before, mine, theirs }, sides }: { field: Compared; sides: Sides }) {
  const shown =
    mine === null
      ? ([
          ['Avant', before],
          ['Maintenant', theirs],
        ] as const)
      : ([
          [sides.mine, mine],
          [sides.theirs, theirs],
        ] as const);
  return (
    <div className={styles.field}>
      <p className={styles.label}>{label}</p>
      <dl className={styles.sides} data-after={mine === null || undefined}>
        {shown.map(([side, value]) => (
          <div key={side} className={styles.side}>
            <dt>{side}</dt>
            <dd>{value || none}</dd>
          </div>
        ))}
      </dl>
      {mine !== null && before !== null && <Before word={sides.before} value={before} />}
    </div>
  );
}

function Before({ word, value }: { word: string; value: string }) {
  return (
    <p className={styles.before}>
      {word}&nbsp;: {value || none}
    </p>
  );
}

interface PickProps {
  field: Compared;
  sides: Sides;
  side: Side;
  onPick: (side: Side) => void;
}

function Pick({ field, sides, side, onPick }: PickProps) {
  const group = useId();
  const offered = [
    ['mine', sides.mine, field.mine],
    ['theirs', sides.theirs, field.theirs],
  ] as const;
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{field.label}</legend>
      <div className={styles.sides}>
        {offered.map(([each, words, value]) => (
          <label key={each} className={styles.side} data-picked={each === side || undefined}>
            <span className={styles.name}>
              <input
                type="radio"
                name={group}
                className={styles.radio}
                checked={each === side}
                onChange={() => onPick(each)}
              />
              {words}
              {each === side && <Icon name="check" size={18} />}
            </span>
            <span className={styles.value}>{value || none}</span>
          </label>
        ))}
      </div>
      {field.before !== null && <Before word={sides.before} value={field.before} />}
    </fieldset>
  );
}
