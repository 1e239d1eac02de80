// RefundOrder: gives back articles with the delivery, or an amount of an order, also without a network.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { MAX_CANCEL_REASON } from '#contract/limits.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { amountRule, formatCents, inputToCents } from '#domain/money.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { amountOf, isNothingLeft, takeArticles } from '#domain/orders/refund.ts';
import { leftOfOrder, meansOf } from '#domain/orders/refund-of-order.ts';
import { isUnderway } from '#domain/orders/store-order.ts';
import { type RefundChoice, refundArgs } from '#state/merchant-orders/refund-args.ts';
import { refundOrder } from '#state/merchant-orders/store-orders.ts';
import { discardDraft } from '#state/session/draft-store.ts';
import { useDraft } from '#state/session/use-draft.ts';
import { Button } from '#ui/controls/button.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { AmountField } from '#ui/fields/amount-field.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { CheckboxField, TextArea, TextField } from '#ui/fields/text-fields.tsx';
import { toastSaved } from '../store/saved-toast.ts';
import { useSingleWrite } from '../store/use-single-write.ts';
import { RefundLines } from './refund-lines.tsx';
import styles from './refund-order.module.css';

/** Nothing for an order that is not paid, or of which nothing is left. */
export function RefundOrder({ order }: { order: StoreOrder }) {
  const [open, setOpen] = useState(false);
  const left = leftOfOrder(order);
  if (!hasReached(order.state, 'payed') || (isNothingLeft(left) && amountOf(left) === 0)) return null;
  return (
    <>
      <Button variant="secondary" className={styles.open} onClick={() => setOpen(true)}>
        Rembourser
      </Button>
      {open && <RefundDialog order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

type Way = 'articles' | 'amount';
const HOW = {
  payment: 'sont remboursés à votre client sur son moyen de paiement',
  store: 'sont à rendre par vous à votre client\u00a0: la boutique les a encaissés',
  due: 'sont retirés de ce que votre client paiera',
} as const;

function RefundDialog({ order, onClose }: { order: StoreOrder; onClose(): void }) {
  const [way, setWay] = useState<Way>('articles');
  const [units, setUnits] = useState<Record<string, number>>({});
  const underway = isUnderway(order.state);
  const form = useForm({
    defaultValues: { amount: '', reason: '', message: '', delivery: false, restock: underway },
  });
  const { register, handleSubmit, formState, setError, clearErrors, watch } = form;
  const { errors } = formState;
  const draft = `remboursement ${order.id}`;
  useDraft(draft, form);
  const { busy, run } = useSingleWrite();
  const left = leftOfOrder(order);
  const chosen = Object.entries(units).map(([item, quantity]) => ({ item, quantity }));
  const taken = takeArticles(left, { lines: chosen, delivery: watch('delivery'), isUnderway: underway });
  const isLast = underway && left.lines.every(({ item, quantity }) => (units[item] ?? 0) === quantity);
  const typed = watch('amount');
  const sum = way === 'articles' ? amountOf(taken) : (inputToCents(typed) ?? 0);
  const most = amountOf(left);

  const submit = handleSubmit(async ({ reason, message, restock }) => {
    if (way === 'articles' && taken.lines.length === 0 && taken.delivery === 0) {
      return setError('root', { message: 'Choisissez ce que vous remboursez.' });
    }
    const isFree = way === 'amount';
    const choice: RefundChoice = isFree ? { amount: sum, reason: reason.trim() } : taken;
    const args = refundArgs(order, choice, {
      ...{ restock: restock && !isFree, message: message.trim(), cancel: isLast && !isFree },
    });
    const result = await run(() => refundOrder(args));
    if (!result) return;
    if (result.outcome === 'refused') return setError('root', { message: result.text });
    // The form is gone already where its own write has changed what it is about.
    discardDraft(draft);
    form.reset();
    toastSaved(result.outcome, 'Remboursement enregistré, votre client est prévenu.');
    onClose();
  });
  const mostRule = (text: string) => (inputToCents(text) ?? 0) <= most || `Il reste ${formatCents(most)} à rembourser.`;

  return (
    <Modal
      open
      onClose={onClose}
      title={`Rembourser la commande n°\u00a0${order.id}`}
      actions={
        <div className={styles.actions}>
          <p className={styles.sum} role="status">
            {sum > 0 ? (
              <>
                <strong>{formatCents(sum)}</strong> {HOW[meansOf(order)]}.
              </>
            ) : way === 'articles' && taken.lines.length > 0 ? (
              'Ces articles sont déjà remboursés\u00a0: votre client ne reçoit rien de plus.'
            ) : (
              'Rien n’est encore choisi.'
            )}
            {way === 'articles' && isLast && ' La commande sera annulée.'}
          </p>
          <Button type="submit" form="refund" busy={busy}>
            {sum > 0 ? `Rembourser ${formatCents(sum)}` : 'Rembourser'}
          </Button>
        </div>
      }
    >
      <form id="refund" className={styles.form} onSubmit={submit} noValidate>
        <Tabs
          label="Ce que vous remboursez"
          selected={way}
          onSelect={(id) => {
            setWay(id as Way);
            clearErrors();
          }}
          tabs={[
            {
              ...{ id: 'articles', label: 'Des articles' },
              content: (
                <div className={styles.form}>
                  <RefundLines
                    order={order}
                    left={left}
                    units={units}
                    onChange={(item, quantity) => {
                      setUnits({ ...units, [item]: quantity });
                      clearErrors('root');
                    }}
                  />
                  {left.delivery > 0 && (
                    <CheckboxField
                      label={`Frais de livraison (${formatCents(left.delivery)})`}
                      {...(isLast
                        ? {
                            key: 'last',
                            hint: 'Compris\u00a0: il ne reste rien à livrer.',
                            checked: true,
                            disabled: true,
                          }
                        : { key: 'free', ...register('delivery') })}
                    />
                  )}
                  <CheckboxField label="Remettre en stock" {...register('restock')} />
                </div>
              ),
            },
            {
              ...{ id: 'amount', label: 'Un montant' },
              content: way === 'amount' && (
                <div className={styles.form}>
                  <AmountField
                    label="Montant"
                    typed={typed}
                    hint={`${formatCents(most)} au plus.`}
                    error={errors.amount?.message}
                    {...register('amount', {
                      required: 'Indiquez un montant.',
                      validate: {
                        amount: amountRule,
                        some: (text) => inputToCents(text) !== 0 || 'Indiquez un montant.',
                        most: mostRule,
                      },
                    })}
                  />
                  <TextField
                    label="Motif"
                    hint={'Il figure sur l’avoir, par exemple «\u00a0Geste commercial\u00a0».'}
                    maxLength={MAX_CANCEL_REASON}
                    error={errors.reason?.message}
                    {...register('reason', { validate: (text) => text.trim() !== '' || 'Dites pourquoi.' })}
                  />
                </div>
              ),
            },
          ]}
        />
        <TextArea
          label="Un mot pour votre client"
          hint="Facultatif."
          maxLength={MAX_CANCEL_REASON}
          rows={2}
          {...register('message')}
        />
        <FieldError text={errors.root?.message} />
      </form>
    </Modal>
  );
}
