// DecisionCard: an unexpected outcome with request, compared values and choices. For the pending list, the cart and
// orders.
import { type ReactNode, useId, useRef, useState } from 'react';
import { isStorageFullError, storageErrorMessage } from '#domain/text/storage-error.ts';
import { Button } from '../controls/button.tsx';
import { Icon, type IconName } from '../controls/icon.tsx';
import styles from './decision-card.module.css';
import { BeforeAfter, type Compared, type Side, type Sides } from './field-comparison.tsx';
import { WriteDetails } from './write-details.tsx';

export type DecisionTone = 'refused' | 'conflict' | 'changed' | 'notice' | 'success';

/** `merge` submits the choices per field. */
export interface CardChoice<C extends string = string> {
  choice: C;
  label: string;
  variant?: 'primary' | 'secondary' | 'quiet';
  icon?: IconName;
  /** Address of the page where it continues. */
  to?: string;
}

export interface DecisionCardProps<C extends string = string> {
  tone: DecisionTone;
  /** What happened: 'Produit en rupture de stock'. */
  title: string;
  /** What was requested: 'Ajouter 3 × « Brie » au panier'. */
  sentence: string;
  /** Other writes that the decision covers. */
  also?: readonly string[];
  fields?: readonly Compared[];
  sides: Sides;
  choices: readonly CardChoice<C>[];
  /** Rejects if the device could not store the choice. */
  onChoose: (choice: C, picked: Record<string, Side>) => Promise<unknown> | unknown;
  /** Copies the request as text; false if the browser refuses. */
  onCopy?: () => Promise<boolean>;
  /** Beside the choices: another way on. */
  more?: ReactNode;
  /** The card appears on a visible page: announced at once. */
  live?: boolean;
  level?: 2 | 3;
}

const signs: Readonly<Record<DecisionTone, IconName>> = {
  refused: 'alert',
  conflict: 'alert',
  changed: 'refresh',
  notice: 'check',
  success: 'check',
};
const asked: Readonly<Record<DecisionTone, string>> = {
  refused: 'Refusé\u00a0:',
  conflict: 'En attente\u00a0:',
  changed: 'Vous aviez demandé\u00a0:',
  notice: 'Vous aviez demandé\u00a0:',
  success: 'Vous aviez demandé\u00a0:',
};
const notStored = 'Cet appareil n’a pas pu enregistrer votre choix. Rien n’a été modifié.';
const sentenceOf = (failure: unknown) => (isStorageFullError(failure) ? storageErrorMessage(failure) : notStored);

export function DecisionCard<C extends string>(props: DecisionCardProps<C>) {
  const {
    tone,
    title,
    sentence,
    also = [],
    fields = [],
    sides,
    choices,
    onChoose,
    onCopy,
    more,
    live = false,
    level = 3,
  } = props;
  const heading = useId();
  const [busy, setBusy] = useState<C | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [picked, setPicked] = useState<Record<string, Side>>({});
  const underway = useRef(false);
  const Title = level === 2 ? 'h2' : 'h3';
  const merges = choices.some(({ choice }) => choice === 'merge');

  const choose = async (choice: C) => {
    if (underway.current) return;
    underway.current = true;
    setBusy(choice);
    setFailed(null);
    try {
      const whole = Object.fromEntries(fields.map(({ name }) => [name, picked[name] ?? 'mine'] as const));
      await onChoose(choice, whole);
    } catch (failure) {
      console.error(failure);
      setFailed(sentenceOf(failure));
    } finally {
      underway.current = false;
      setBusy(null);
    }
  };

  return (
    <article className={styles.card} data-tone={tone} aria-labelledby={heading}>
      <span className={styles.sign}>
        <Icon name={signs[tone]} size={20} />
      </span>
      <div
        className={styles.words}
        role={live ? (tone === 'notice' || tone === 'success' ? 'status' : 'alert') : undefined}
      >
        <Title id={heading} className={styles.title}>
          {title}
        </Title>
        {also.length === 0 ? (
          <p className={styles.sentence}>
            {asked[tone]} {sentence}
          </p>
        ) : (
          <>
            <p className={styles.sentence}>{asked[tone]}</p>
            <ul className={styles.also}>
              {[sentence, ...also].map((each, index) => (
                // Texts may be equal; the order is stable.
                <li key={`${index.toString()} ${each}`}>{each}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      {fields.length > 0 && (
        <div className={styles.fields}>
          <BeforeAfter
            fields={fields}
            sides={sides}
            picked={picked}
            {...(merges && { onPick: (name, side) => setPicked({ ...picked, [name]: side }) })}
          />
        </div>
      )}
      {failed && (
        <p role="alert" className={styles.failed}>
          {failed}
        </p>
      )}
      {(choices.length > 0 || more || onCopy) && (
        <div className={styles.choices}>
          {choices.map(({ choice, label, variant = 'secondary', icon }) => (
            <Button
              key={choice}
              variant={variant}
              icon={icon}
              busy={busy === choice}
              aria-describedby={heading}
              onClick={() => void choose(choice)}
            >
              {label}
            </Button>
          ))}
          {more}
          {onCopy && <WriteDetails onCopy={onCopy} about={heading} />}
        </div>
      )}
    </article>
  );
}
