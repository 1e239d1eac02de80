// Answers of the store to a withdrawal: the refund of its articles, or a refusal with its reason.
import { useForm } from 'react-hook-form';
import { MAX_CANCEL_REASON } from '#contract/limits.ts';
import type { ContractWithdrawal } from '#contract/orders/contract-withdrawals.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { amountOf, takeArticles } from '#domain/orders/refund.ts';
import { leftOfOrder } from '#domain/orders/refund-of-order.ts';
import { isUnderway } from '#domain/orders/store-order.ts';
import { refundWithdrawal, refuseWithdrawal } from '#state/merchant-orders/withdrawals.ts';
import { useOnReconnect } from '#state/page/connectivity.ts';
import { toast } from '#state/page/flash.ts';
import { useDraft } from '#state/session/use-draft.ts';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { FieldError, SelectField } from '#ui/fields/fields.tsx';
import { CheckboxField, TextArea } from '#ui/fields/text-fields.tsx';
import styles from './withdrawal-notices.module.css';

export const ANSWER_OFFLINE = 'Répondre demande le réseau\u00a0: réessayez dès son retour.';

interface RefundValues {
  restock: boolean;
  /** By `i` and the item's id: units as typed. */
  units: Record<string, string>;
}

const idOf = (iri: string) => iri.slice(iri.lastIndexOf('/') + 1);
const unitsUpTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1);

/** Cents: of what is left of these articles, and the delivery if no other article is kept. */
function refundedAmount(order: StoreOrder, chosen: readonly { item: string; quantity: number }[]): number {
  const left = leftOfOrder(order);
  const unitsOf = (item: string) => chosen.find((line) => line.item === idOf(item))?.quantity ?? 0;
  const lines = left.lines.map(({ item, quantity }) => ({ item, quantity: Math.min(unitsOf(item), quantity) }));
  const delivery = lines.every(({ quantity }, index) => quantity === left.lines[index]?.quantity);
  return amountOf(takeArticles(left, { lines, delivery, isUnderway: isUnderway(order.state) }));
}

interface RefundQuestionProps {
  order: StoreOrder;
  withdrawal: ContractWithdrawal;
  onClose(): void;
}

export function RefundQuestion({ order, withdrawal, onClose }: RefundQuestionProps) {
  const { id } = withdrawal;
  const items = withdrawal.items?.map((one) => ({ ...one, quantity: one.due ?? one.quantity })) ?? null;
  const ordered = order.items.map((item) => ({ ...item, id: idOf(item['@id']) }));
  const form = useForm<RefundValues>({
    defaultValues: { restock: false, units: Object.fromEntries(ordered.map((item) => [`i${item.id}`, ''])) },
  });
  const { register, handleSubmit, formState, setError, clearErrors, watch } = form;
  useOnReconnect(() => clearErrors('root'));
  const chosenIn = (units: RefundValues['units']) =>
    ordered
      .map((item) => ({ item: item.id, quantity: Number(units[`i${item.id}`]) }))
      .filter(({ quantity }) => quantity > 0);
  const amount = refundedAmount(order, items ?? chosenIn(watch('units')));
  const submit = handleSubmit(async ({ restock, units }) => {
    const chosen = chosenIn(units);
    const result = await refundWithdrawal(id, { restock, ...(items === null && { items: chosen }) });
    if (result.outcome === 'done') {
      toast('Remboursement fait, votre client est prévenu.');
      onClose();
    } else setError('root', { message: result.outcome === 'offline' ? ANSWER_OFFLINE : result.message });
  });
  return (
    <Modal open onClose={onClose} title="Rembourser cette rétractation&nbsp;?">
      <form className={styles.form} onSubmit={submit} noValidate>
        {items === null ? (
          ordered.map((item) => (
            <SelectField key={item.id} label={item.product.name} {...register(`units.i${item.id}` as 'units.i')}>
              <option value="">Gardé par le client</option>
              {unitsUpTo(item.quantity).map((units) => (
                <option key={units} value={units}>
                  {units} à rembourser
                </option>
              ))}
            </SelectField>
          ))
        ) : (
          <ul>
            {items.map(
              ({ item, name, quantity }) =>
                quantity > 0 && (
                  <li key={item}>
                    {quantity} × {name}
                  </li>
                ),
            )}
          </ul>
        )}
        <p>
          Le montant payé pour ces articles est remboursé, remise déduite. Si votre client ne garde rien, les frais de
          livraison le sont aussi.
        </p>
        {order.orderPaymentOnDelivery && !isUnderway(order.state) && (
          <p>Cette commande a été payée à la remise&nbsp;: vous rendez l’argent vous-même.</p>
        )}
        {!isUnderway(order.state) && <CheckboxField label="Remettre ces articles en stock" {...register('restock')} />}
        <FieldError text={formState.errors.root?.message} />
        <div className={styles.actions}>
          <Button type="submit" busy={formState.isSubmitting}>
            {amount > 0 ? `Rembourser ${formatCents(amount)}` : 'Rembourser'}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Revenir
          </Button>
        </div>
      </form>
    </Modal>
  );
}

export function RefusalQuestion({ withdrawal, onClose }: { withdrawal: ContractWithdrawal; onClose(): void }) {
  const { id, late, excepted } = withdrawal;
  const proposal = late
    ? 'Votre rétractation est arrivée après le délai de 14 jours.'
    : excepted.length > 0
      ? `Le droit de rétractation ne s’applique pas à\u00a0: ${excepted.map(({ name }) => name).join(', ')}.`
      : '';
  const form = useForm({ defaultValues: { reason: proposal } });
  const { register, handleSubmit, formState, setError, clearErrors } = form;
  useOnReconnect(() => clearErrors('root'));
  useDraft(`refus ${id}`, form);
  const submit = handleSubmit(async ({ reason }) => {
    const result = await refuseWithdrawal(id, { reason: reason.trim() });
    if (result.outcome === 'done') {
      form.reset();
      toast('Réponse envoyée à votre client.');
      onClose();
    } else setError('root', { message: result.outcome === 'offline' ? ANSWER_OFFLINE : result.message });
  });
  return (
    <Modal open onClose={onClose} title="Refuser cette rétractation&nbsp;?">
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>
          La loi le permet pour un produit excepté, ou passé le délai. Votre client reçoit votre raison par e-mail, et
          peut saisir un médiateur.
        </p>
        <TextArea
          label="La raison"
          rows={3}
          maxLength={MAX_CANCEL_REASON}
          error={formState.errors.reason?.message}
          {...register('reason', { validate: (value) => value.trim() !== '' || 'Indiquez pourquoi.' })}
        />
        <FieldError text={formState.errors.root?.message} />
        <div className={styles.actions}>
          <Button type="submit" variant="danger" busy={formState.isSubmitting}>
            Refuser
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Revenir
          </Button>
        </div>
      </form>
    </Modal>
  );
}
