// DeclaredList: earlier withdrawals of an order, and what became of them.
import { useEffect, useRef } from 'react';
import type { ContractWithdrawal, WithdrawalPart } from '#contract/orders/contract-withdrawals.ts';
import { formatDateTime, formatLongDay } from '#domain/time/dates.ts';
import { StateBadge } from '#ui/text/age.tsx';
import styles from './withdrawal-page.module.css';

const LABELS = { open: 'En attente du commerçant', refunded: 'Remboursée', refused: 'Refusée' } as const;
const TONES = { open: 'straw', refunded: 'green', refused: 'brick' } as const;

interface DeclaredListProps {
  parts: readonly WithdrawalPart[];
  /** The shopper has asked to see it: it comes into view. */
  isAsked: boolean;
}

export function DeclaredList({ parts, isAsked }: DeclaredListProps) {
  const declared = parts.flatMap(({ store, withdrawals }) => withdrawals.map((withdrawal) => ({ store, withdrawal })));
  if (declared.length === 0) return null;
  return (
    <section aria-labelledby="declared">
      <Heading isAsked={isAsked} />
      <ul className={styles.declared}>
        {declared.map(({ store, withdrawal }) => (
          <li key={withdrawal.id}>
            <p>
              <b>{store}</b> <StateBadge tone={TONES[withdrawal.state]}>{LABELS[withdrawal.state]}</StateBadge>
            </p>
            <p>{articlesOf(withdrawal)}</p>
            <p>
              {withdrawal.reference}, déclarée le {formatDateTime(withdrawal.declaredAt)}
            </p>
            <p>{nextOf(withdrawal)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Heading({ isAsked }: Pick<DeclaredListProps, 'isAsked'>) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAsked) heading.current?.focus();
  }, [isAsked]);
  return (
    <h2 id="declared" ref={heading} tabIndex={-1}>
      Vos rétractations
    </h2>
  );
}

const articlesOf = ({ items, words }: ContractWithdrawal) =>
  items === null ? `«\u00a0${words}\u00a0»` : items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ');

function nextOf({ state, refundBy, goodsBackAt, settledAt, refusal }: ContractWithdrawal): string {
  if (state === 'refused') return `Raison du commerçant\u00a0: ${refusal}`;
  if (state === 'refunded') return settledAt === null ? '' : `Remboursée le ${formatDateTime(settledAt)}.`;
  const back = goodsBackAt === null ? '' : ` Articles reçus par le commerçant le ${formatDateTime(goodsBackAt)}.`;
  return `À rembourser au plus tard le ${formatLongDay(refundBy)}, ou une fois les articles rendus.${back}`;
}
