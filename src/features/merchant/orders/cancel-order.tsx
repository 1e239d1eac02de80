// CancelOrder: cancels an order of the store after a confirmation, with a reason for the customer.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { MAX_CANCEL_REASON } from '#contract/limits.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { amountOf } from '#domain/orders/refund.ts';
import { leftOfOrder } from '#domain/orders/refund-of-order.ts';
import { isUnderway } from '#domain/orders/store-order.ts';
import { cancellationArgs } from '#state/merchant-orders/refund-args.ts';
import { refundOrder } from '#state/merchant-orders/store-orders.ts';
import { discardDraft } from '#state/session/draft-store.ts';
import { useDraft } from '#state/session/use-draft.ts';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { TextArea } from '#ui/fields/text-fields.tsx';
import { toastSaved } from '../store/saved-toast.ts';
import { useSingleWrite } from '../store/use-single-write.ts';
import styles from './cancel-order.module.css';

/** Nothing for an order that has left, or was cancelled. */
export function CancelOrder({ order }: { order: StoreOrder }) {
  const [open, setOpen] = useState(false);
  if (!isUnderway(order.state)) return null;
  return (
    <>
      <Button variant="quiet" icon="close" className={styles.open} onClick={() => setOpen(true)}>
        Annuler la commande
      </Button>
      {open && <Question order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

function Question({ order, onClose }: { order: StoreOrder; onClose(): void }) {
  const form = useForm({ defaultValues: { reason: '' } });
  const { register, handleSubmit, formState, setError, reset } = form;
  const { busy, run } = useSingleWrite();
  const draft = `annulation ${order.id}`;
  useDraft(draft, form);
  const submit = handleSubmit(async ({ reason }) => {
    const result = await run(() => refundOrder(cancellationArgs(order, reason.trim())));
    if (!result) return;
    if (result.outcome === 'refused') return setError('root', { message: result.text });
    // The form is gone already where its own write has changed what it is about.
    discardDraft(draft);
    reset({ reason: '' });
    toastSaved(result.outcome, 'Commande annulée, votre client est prévenu.');
    onClose();
  });
  const left = formatCents(amountOf(leftOfOrder(order)));
  return (
    <Modal open onClose={onClose} title={`Annuler la commande n°\u00a0${order.id}\u00a0?`}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>
          {order.orderPaymentOnDelivery
            ? 'Rien n’a été encaissé. '
            : `Ce qui a été payé en ligne (${left}) sera remboursé. `}
          Les articles reviennent en stock et votre client reçoit un e-mail.
        </p>
        <TextArea
          label="Un mot pour votre client"
          hint="Facultatif, par exemple pourquoi, ou quand revenir."
          maxLength={MAX_CANCEL_REASON}
          rows={3}
          {...register('reason')}
        />
        <FieldError text={formState.errors.root?.message} />
        <div className={styles.actions}>
          <Button type="submit" busy={busy}>
            Annuler la commande
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Garder la commande
          </Button>
        </div>
      </form>
    </Modal>
  );
}
