// Refund form: gives back articles with the delivery, or an amount, with the reasons that both sides are mailed.
import {
  Alert,
  Button,
  Checkbox,
  FormControlLabel,
  Stack,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { type FormEvent, useId, useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { MAX_AMOUNT, MAX_CANCEL_REASON } from '#contract/limits.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { formatCents, inputToCents } from '#domain/money.ts';
import { amountOf, type RefundTaken, takeArticles } from '#domain/orders/refund.ts';
import { meansOf } from '#domain/orders/refund-of-order.ts';
import { refundedAmount } from '#domain/orders/refunded-order.ts';
import { isUnderway } from '#domain/orders/store-order.ts';
import { useUnsaved } from '../frame/unsaved.tsx';
import { call } from '../session/current.ts';
import { CallError } from '../session/operator-session.ts';

type Way = 'articles' | 'amount';
/** By field, or of the whole form. */
type Mistake = Partial<Record<'amount' | 'reasons' | 'form', string>>;
const HOW = {
  payment: 'sur le moyen de paiement du client, et retirés de ce qui est versé à la boutique.',
  store: 'par la boutique, qui a encaissé la commande elle-même.',
  due: 'de moins à payer à la remise.',
} as const;

export function RefundForm({ part, left }: { part: StoreOrder; left: RefundTaken }) {
  const heading = useId();
  const underway = isUnderway(part.state);
  const [way, setWay] = useState<Way>('articles');
  const [units, setUnits] = useState<Record<string, number>>({});
  const [delivery, setDelivery] = useState(false);
  const [restock, setRestock] = useState(underway);
  const [typed, setTyped] = useState('');
  const [reasons, setReasons] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Mistake>({});
  const forget = useUnsaved(typed !== '' || reasons !== '');
  const notify = useNotify();
  const refresh = useRefresh();

  const lines = Object.entries(units).flatMap(([item, quantity]) => (quantity > 0 ? [{ item, quantity }] : []));
  const taken = takeArticles(left, { lines, delivery, isUnderway: underway });
  const isLast = underway && left.lines.every(({ item, quantity }) => (units[item] ?? 0) === quantity);
  const most = amountOf(left);
  const sum = way === 'articles' ? amountOf(taken) : (inputToCents(typed) ?? 0);

  const mistakes = (): Mistake => {
    const isNothing = way === 'articles' && taken.lines.length === 0 && taken.delivery === 0;
    return {
      ...(sum > most && { [way === 'amount' ? 'amount' : 'form']: `Il reste ${formatCents(most)} à rembourser.` }),
      ...(isNothing && { form: 'Choisissez ce que vous remboursez.' }),
      ...(way === 'amount' && sum <= 0 && { amount: 'Indiquez un montant, par exemple 12,50.' }),
      ...(reasons.trim() === '' && { reasons: 'Écrivez vos raisons.' }),
    };
  };

  const send = async () => {
    const chosen = way === 'articles' ? { lines, delivery: taken.delivery > 0, restock, cancel: isLast } : {};
    setBusy(true);
    try {
      await call('administration.refund', {
        params: { id: part.id },
        body: { ...chosen, amount: { amount: sum }, refunded: refundedAmount(part), reasons },
      });
      forget();
      notify('Le remboursement est enregistré, le client et la boutique sont prévenus.', { type: 'success' });
      refresh();
    } catch (failure) {
      setErrors({ form: failure instanceof CallError ? failure.message : UNEXPECTED_FAILURE });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = mistakes();
    setErrors(found);
    if (Object.keys(found).length === 0) void send();
  };

  return (
    <Stack
      component="form"
      spacing={2}
      noValidate
      aria-labelledby={heading}
      onSubmit={submit}
      sx={{ maxWidth: '42rem' }}
    >
      <Typography id={heading} component="h3" sx={{ fontWeight: 600 }}>
        Rembourser
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        aria-label="Ce que vous remboursez"
        value={way}
        onChange={(_event, chosen: Way | null) => chosen && setWay(chosen)}
      >
        <ToggleButton value="articles">Des articles</ToggleButton>
        <ToggleButton value="amount">Un montant</ToggleButton>
      </ToggleButtonGroup>
      {way === 'articles' ? (
        <>
          {left.lines
            .filter(({ quantity }) => quantity > 0)
            .map(({ item, quantity }) => (
              <TextField
                key={item}
                type="number"
                label={part.items.find((one) => one['@id'] === item)?.product.name ?? ''}
                helperText={`${quantity} au plus`}
                value={units[item] ?? 0}
                onChange={({ target }) =>
                  setUnits({ ...units, [item]: Math.min(quantity, Math.max(0, Math.trunc(Number(target.value)))) })
                }
                slotProps={{ htmlInput: { max: quantity } }}
              />
            ))}
          {left.delivery > 0 && (
            <FormControlLabel
              label={`Frais de livraison (${formatCents(left.delivery)})`}
              control={
                <Checkbox
                  checked={delivery || isLast}
                  disabled={isLast}
                  onChange={({ target }) => setDelivery(target.checked)}
                />
              }
            />
          )}
          <FormControlLabel
            label="Remettre en stock"
            control={<Checkbox checked={restock} onChange={({ target }) => setRestock(target.checked)} />}
          />
        </>
      ) : (
        <TextField
          label="Montant en euros"
          helperText={errors.amount ?? `${formatCents(most)} au plus.`}
          error={errors.amount !== undefined}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: MAX_AMOUNT } }}
        />
      )}
      <TextField
        label="Raisons"
        error={errors.reasons !== undefined}
        helperText={
          errors.reasons ??
          (way === 'articles'
            ? 'Envoyées par e-mail au client et à la boutique.'
            : 'Envoyées par e-mail au client et à la boutique\u00a0; elles figurent sur l’avoir.')
        }
        multiline
        minRows={2}
        value={reasons}
        onChange={({ target }) => setReasons(target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_CANCEL_REASON } }}
      />
      <div role="alert">
        {errors.form !== undefined && (
          <Alert severity="error" role="presentation" variant="outlined">
            {errors.form}
          </Alert>
        )}
      </div>
      <Typography role="status" color="textSecondary">
        {sum > 0 ? `${formatCents(sum)} ${HOW[meansOf(part)]}` : 'Rien n’est encore choisi.'}
        {way === 'articles' && isLast && ' La part de cette boutique sera annulée.'}
      </Typography>
      <Button type="submit" variant="contained" color="error" loading={isBusy} sx={{ alignSelf: 'start' }}>
        {sum > 0 ? `Rembourser ${formatCents(sum)}` : 'Rembourser'}
      </Button>
    </Stack>
  );
}
