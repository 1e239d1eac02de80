// DecisionCard: something came out otherwise than wished. What happened, what was asked, before and after side by side, and
// the choice where there is one. The same card in the list of what waits, in the cart and on an order.
import { type ReactNode, useId, useRef, useState } from 'react';
import { isFull, notKeptSentence } from '#domain/text/storage-error.ts';
import { Button } from '../controls/button.tsx';
import { Icon, type IconName } from '../controls/icon.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './decision-card.module.css';
import { BeforeAfter, type Compared, type Side, type Sides } from './field-comparison.tsx';

export type DecisionTone = 'refused' | 'conflict' | 'changed' | 'told';

/** `merge` sends what was picked field by field. */
export interface CardChoice<C extends string = string> {
  choice: C;
  label: string;
  variant?: 'primary' | 'secondary' | 'quiet';
  icon?: IconName;
}

export interface DecisionCardProps<C extends string = string> {
  tone: DecisionTone;
  /** What happened: 'Produit en rupture de stock'. */
  title: string;
  /** What was asked: 'Ajouter 3 × « Brie » au panier'. */
  sentence: string;
  /** What else shares its fate. */
  also?: readonly string[];
  fields?: readonly Compared[];
  sides: Sides;
  choices: readonly CardChoice<C>[];
  /** Rejects when the device could not keep the choice. */
  onChoose: (choice: C, picked: Record<string, Side>) => Promise<unknown> | unknown;
  /** Takes what was asked along as a text; false when the browser does not let it. */
  onCopy?: () => Promise<boolean>;
  /** Beside the choices: another way on. */
  more?: ReactNode;
  /** It appears while one looks at the page it is about: said at once. */
  live?: boolean;
  level?: 2 | 3;
}

const signs: Readonly<Record<DecisionTone, IconName>> = {
  refused: 'alert',
  conflict: 'alert',
  changed: 'refresh',
  told: 'check',
};
const asked: Readonly<Record<DecisionTone, string>> = {
  refused: 'Refusé\u00a0:',
  conflict: 'En attente\u00a0:',
  changed: 'Vous aviez demandé\u00a0:',
  told: 'Vous aviez demandé\u00a0:',
};
const notKept = 'Cet appareil n’a pas pu enregistrer votre choix. Rien n’a été modifié.';
const sentenceOf = (failure: unknown) => (isFull(failure) ? notKeptSentence(failure) : notKept);

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
      <div className={styles.words} role={live ? (tone === 'told' ? 'status' : 'alert') : undefined}>
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
                // Two changes may read alike; their order never changes.
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
          {onCopy && <CopyButton onCopy={onCopy} about={heading} />}
        </div>
      )}
    </article>
  );
}
