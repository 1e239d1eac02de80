// DecisionList: decision cards below each other. After a decision the focus moves to the next card, or to the list.
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { LinkButton } from '../controls/button.tsx';
import { DecisionCard, type DecisionCardProps } from './decision-card.tsx';
import styles from './decision-list.module.css';
import type { Side } from './field-comparison.tsx';

export interface ListedDecision<C extends string> extends Pick<DecisionCardProps<C>, 'tone' | 'title' | 'sides'> {
  id: string;
  sentence: string;
  also: readonly string[];
  fields: NonNullable<DecisionCardProps<C>['fields']>;
  choices: DecisionCardProps<C>['choices'];
  editTo: string | null;
}

interface DecisionListProps<C extends string> {
  decisions: readonly ListedDecision<C>[];
  onChoose: (id: string, choice: C, picked: Record<string, Side>) => Promise<unknown>;
  /** Copies the request as text. */
  onCopy?: ((id: string) => Promise<boolean>) | undefined;
  label: string;
  live?: boolean;
  /** The current page is where the request can be changed. */
  here?: boolean;
  /** A link in a card was followed. */
  onLeave?: (() => void) | undefined;
}

export function DecisionList<C extends string>(props: DecisionListProps<C>) {
  const { decisions, onChoose, onCopy, label, live = false, here = false, onLeave } = props;
  const list = useRef<HTMLUListElement>(null);
  const chosen = useRef(false);
  const navigate = useNavigate();
  const count = decisions.length;
  const before = useRef(count);
  useEffect(() => {
    const fewer = count < before.current;
    before.current = count;
    if (!fewer || !chosen.current) return;
    chosen.current = false;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost) list.current?.focus({ preventScroll: true });
  }, [count]);
  if (count === 0) return null;
  return (
    <ul ref={list} tabIndex={-1} className={styles.list} aria-label={label}>
      {decisions.map(({ id, editTo, ...decision }) => (
        <li key={id}>
          <DecisionCard
            {...decision}
            live={live}
            {...(onCopy && { onCopy: () => onCopy(id) })}
            onChoose={async (choice, picked) => {
              chosen.current = true;
              await onChoose(id, choice, picked);
              const to = decision.choices.find((one) => one.choice === choice)?.to;
              if (to === undefined) return;
              onLeave?.();
              navigate(to);
            }}
            more={
              editTo !== null &&
              !here && (
                <LinkButton variant="quiet" to={editTo} onClick={onLeave}>
                  {decision.tone === 'notice' || decision.tone === 'success' ? 'Voir' : 'Modifier'}
                </LinkButton>
              )
            }
          />
        </li>
      ))}
    </ul>
  );
}
