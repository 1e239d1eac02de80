// WeighLines: the real weights of articles sold by weight, with their price at once; also without a network.
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { MAX_NET_CONTENT } from '#contract/limits.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { inputToGrams } from '#domain/net-content.ts';
import { weigh, weightMistake } from '#domain/orders/weighing.ts';
import { formatGrams, leastWeight } from '#domain/orders/weight-terms.ts';
import { weighOrder } from '#state/merchant-orders/store-orders.ts';
import { type LineToWeigh, linesToWeigh, weighArgs } from '#state/merchant-orders/weigh-args.ts';
import { discardDraft } from '#state/session/draft-store.ts';
import { useMayAs } from '#state/session/session.ts';
import { resetSent, useDraft } from '#state/session/use-draft.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import { toastSaved } from '../store/saved-toast.ts';
import { useSingleWrite } from '../store/use-single-write.ts';
import { WEIGH_ANCHOR } from './order-texts.ts';
import { RefundOrder } from './refund-order.tsx';
import styles from './weigh-lines.module.css';

const UNREADABLE = 'Poids attendu comme «\u00a01,18 kg\u00a0» ou «\u00a01180 g\u00a0».';

/** Field of a line. */
const fieldOf = (iri: string) => `poids${iri.slice(iri.lastIndexOf('/') + 1)}`;
const announcedOf = ({ terms, left }: LineToWeigh) => terms.grams * left.quantity;

/** Nothing for an order without an article to weigh. */
export function WeighLines({ order }: { order: StoreOrder }) {
  const lines = linesToWeigh(order);
  return lines.length > 0 && <WeighForm order={order} lines={lines} />;
}

function WeighForm({ order, lines }: { order: StoreOrder; lines: readonly LineToWeigh[] }) {
  const fields = order.items.filter(({ byWeight }) => byWeight).map((item) => fieldOf(item['@id']));
  const form = useForm<Record<string, string>>({
    defaultValues: Object.fromEntries(fields.map((name) => [name, ''])),
  });
  const { register, handleSubmit, formState, setError, setFocus, watch } = form;
  const draft = `pesée ${order.id}`;
  useDraft(draft, form);
  const isSeller = useMayAs('seller');
  const { busy, run } = useSingleWrite();
  const { hash, key } = useLocation();
  const asked = hash === `#${WEIGH_ANCHOR}` ? key : null;
  const [first] = lines;
  const firstField = first && fieldOf(first.item['@id']);
  useEffect(() => {
    if (asked !== null && firstField) setFocus(firstField);
  }, [asked, firstField, setFocus]);

  const submit = handleSubmit(async (typed) => {
    const weights = lines.flatMap((line) => {
      const grams = inputToGrams(typed[fieldOf(line.item['@id'])] ?? '', announcedOf(line));
      return grams === null ? [] : [{ ...line, grams }];
    });
    if (weights.length === 0) {
      if (firstField) setError(firstField, { message: 'Indiquez le poids.' }, { shouldFocus: true });
      return;
    }
    const result = await run(() => weighOrder(weighArgs(order, weights)));
    if (!result) return;
    if (result.outcome !== 'refused') {
      // The form is gone already where its own write has changed what it is about.
      discardDraft(draft);
      resetSent(form, typed);
      toastSaved(result.outcome, 'Pesée enregistrée.');
      return;
    }
    const [violation] = result.violations;
    const place = /^lines\.(\d+)\./.exec(violation?.propertyPath ?? '')?.[1];
    const line = place === undefined ? undefined : weights[Number(place)];
    if (!violation || !line) return setError('root', { message: result.text });
    setError(fieldOf(line.item['@id']), { message: violation.message }, { shouldFocus: true });
  });

  return (
    <section className={styles.weigh} id={WEIGH_ANCHOR} aria-labelledby="weigh-heading">
      <h2 id="weigh-heading">À peser</h2>
      <form className={styles.form} onSubmit={submit} noValidate>
        {lines.map((line) => {
          const name = fieldOf(line.item['@id']);
          const error = formState.errors[name]?.message;
          return (
            <div key={name} className={styles.line}>
              <TextField
                label={labelOf(line)}
                hint={`Environ ${formatGrams(announcedOf(line))} convenus, au moins ${formatGrams(leastWeight(line.terms, line.left.quantity))}.`}
                inputMode="decimal"
                autoComplete="off"
                maxLength={MAX_NET_CONTENT}
                error={error}
                {...register(name, { validate: (text) => text.trim() === '' || (mistakeOf(line, text) ?? true) })}
              />
              <Price line={line} text={watch(name) ?? ''} />
              {error &&
                isTooLight(line, watch(name) ?? '') &&
                (isSeller ? <RefundOrder order={order} /> : <p>Pour le rembourser, parlez-en à la vente.</p>)}
            </div>
          );
        })}
        <FieldError text={formState.errors.root?.message} />
        <Button type="submit" size="large" wide busy={busy}>
          Enregistrer la pesée
        </Button>
        <p className={styles.once}>Une pesée enregistrée ne se change plus.</p>
      </form>
    </section>
  );
}

function labelOf({ item, left }: LineToWeigh): string {
  const options = item.optionValues.map(({ name }) => name).join(', ');
  const name = options ? `${item.product.name} (${options})` : item.product.name;
  return `Poids\u00a0: ${left.quantity}\u00a0× ${name}`;
}

function mistakeOf(line: LineToWeigh, text: string): string | null {
  const grams = inputToGrams(text, announcedOf(line));
  return grams === null ? UNREADABLE : weightMistake(line.terms, line.left.quantity, grams);
}

function isTooLight(line: LineToWeigh, text: string): boolean {
  const grams = inputToGrams(text, announcedOf(line));
  return grams !== null && grams < leastWeight(line.terms, line.left.quantity);
}

/** '1,12 kg : 20,16 € au lieu de 21,60 €' */
function Price({ line, text }: { line: LineToWeigh; text: string }) {
  const grams = inputToGrams(text, announcedOf(line));
  const isAccepted = grams !== null && weightMistake(line.terms, line.left.quantity, grams) === null;
  const weighed = isAccepted ? weigh(line.terms, line.left, grams) : null;
  return (
    <p className={styles.price} role="status">
      {weighed && (
        <>
          {formatGrams(weighed.grams)}&nbsp;: <strong>{formatCents(weighed.price)}</strong>
          {weighed.less > 0
            ? ` au lieu de ${formatCents(line.left.amount)}`
            : '. Prix convenu\u00a0: pas de supplément.'}
        </>
      )}
    </p>
  );
}
