// WithdrawalTerms: which articles of the order can be sent back, which not, and why.
import type { StoreOrderItem } from '#contract/orders/store-orders.ts';
import { EXCEPTION_WORDS, exceptionOf, type WithdrawalException } from '#domain/orders/withdrawal-exception.ts';
import styles from './shipping-summary.module.css';

export function WithdrawalTerms({ items }: { items: readonly StoreOrderItem[] }) {
  const excepted = namesByException(items);
  const isAnyReturnable = items.some(({ withdrawalException }) => exceptionOf(withdrawalException) === null);
  return (
    <div className={styles.note}>
      <p>
        {isAnyReturnable
          ? 'Droit de rétractation\u00a0: vous avez 14 jours après la réception pour renoncer à un achat, sans donner de raison. Le renvoi est à vos frais.'
          : 'Droit de rétractation\u00a0: il ne s’applique pas à cette commande.'}
      </p>
      {excepted.size > 0 && (
        <>
          {isAnyReturnable && <p>Il ne s’applique pas à&nbsp;:</p>}
          <ul>
            {[...excepted].map(([exception, names]) => (
              <li key={exception}>
                {names.join(', ')} ({EXCEPTION_WORDS[exception].short})
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function namesByException(items: readonly StoreOrderItem[]): Map<WithdrawalException, string[]> {
  const found = new Map<WithdrawalException, string[]>();
  for (const { product, withdrawalException } of items) {
    const exception = exceptionOf(withdrawalException);
    if (!exception) continue;
    const names = found.get(exception) ?? [];
    if (!names.includes(product.name)) found.set(exception, [...names, product.name]);
  }
  return found;
}
