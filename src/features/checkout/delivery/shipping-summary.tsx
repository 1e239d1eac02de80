// ShippingSummary: payment method, total of the order, and submit button.

import { useFormContext, useWatch } from 'react-hook-form';
import { generatePath, Link } from 'react-router-dom';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrderItem } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { TERMS_OF_SALE } from '#domain/orders/terms-of-sale.ts';
import { asksForConsent, CONSENT_REQUIRED } from '#domain/orders/withdrawal-exception.ts';
import { ofName } from '#domain/text/elision.ts';
import { countWithNoun, pluralize } from '#domain/text/plural.ts';
import { closureRefusal } from '#domain/time/closures.ts';
import { paths } from '#paths';
import { useApiQuery } from '#state/api/query.ts';
import { useCart } from '#state/cart/cart.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { FieldError, RadioGroup } from '#ui/fields/fields.tsx';
import { CheckboxField } from '#ui/fields/text-fields.tsx';
import { Age } from '#ui/text/age.tsx';
import { TotalBar } from '#ui/text/total-bar.tsx';
import { MissingAmountsLink } from '../minimum/missing-amounts-link.tsx';
import { LogInAgain } from '../payment/log-in-again.tsx';
import { ChosenSlots } from './chosen-slots.tsx';
import { paymentObstacleOf, useOnlinePayment } from './online-payment.ts';
import { isTooSmall, missingAmountsOf } from './order-minimums.ts';
import styles from './shipping-summary.module.css';
import { partKey, type ShippingForm } from './shipping-values.ts';
import { WithdrawalTerms } from './withdrawal-terms.tsx';

const obstacleId = 'validate-obstacle';
const noRelay = 'Vous devez sélectionner un point relais';
const tooSmall = "Augmenter les quantités ou voir la boutique pour commander d'autres produits";

interface ShippingSummaryProps {
  order: Order;
  seenAt: number;
  /** Computed on the device; the market settles it. */
  isEstimate: boolean;
  busy: boolean;
  problem: string | null;
}

export function ShippingSummary({ order, seenAt, isEstimate, busy, problem }: ShippingSummaryProps) {
  const { register, formState, control } = useFormContext<ShippingForm>();
  const parts = useWatch({ control, name: 'parts' });
  const payment = useWatch({ control, name: 'payment' });
  const { online } = useConnectivity();
  const { cart } = useCart();
  const isWithoutServer = !online || isEstimate;
  const isDiscounted = order.storeOrders.some((each) => each.totalBeforeDiscount.amount > each.total.amount);
  const openCodes = isDiscounted ? [] : cart.coupons.flatMap(({ code, applies }) => (applies ? code : []));
  const { storeOrders } = order;
  const products = storeOrders.flatMap((each) => each.items).reduce((sum, item) => sum + item.quantity, 0);
  const fees = storeOrders.reduce((sum, each) => sum + each.shippingFees.amount, 0);
  const total = storeOrders.reduce((sum, each) => sum + each.total.amount, 0);
  const hasOnlinePayment = useOnlinePayment(order);
  const obstacle = obstacleOf(order, parts) ?? (hasOnlinePayment ? null : paymentObstacleOf(order));
  const missing = missingAmountsOf(order, parts, cart.items);
  const isPaidOnline = !order.isPaymentOnDelivery || payment === 'online';
  const { storeAccept, storeDecline } = order.paymentOnDeliveryMessage;
  const items = storeOrders.flatMap((each) => each.items);
  const adultItems = items.filter(({ product }) => product.notSellToMinor);
  const digitalItems = items.filter(asksForConsent);

  return (
    <aside className={styles.summary} aria-label="Récapitulatif de la commande">
      <div className={styles.card}>
        <p className={styles.counts}>
          <span>{countWithNoun(products, 'produit')}</span> <span aria-hidden="true">·</span>{' '}
          <span>{countWithNoun(storeOrders.length, 'boutique')}</span>
        </p>
        <ChosenSlots order={order} parts={parts} />
        {isWithoutServer && <Age at={seenAt} prefix="prix relevé" />}
        {isEstimate && (
          <p className={styles.note}>
            <b>Estimation&nbsp;: {formatCents(total)} maximum</b>, d’après les tarifs connus sur cet appareil. Le marché
            confirme le montant
            {openCodes.length > 0
              ? ` et déduit ${openCodes.length > 1 ? 'vos codes promo' : 'votre code promo'} ${openCodes.join(' et ')}.`
              : '.'}
          </p>
        )}
        {order.isPaymentOnDelivery && !hasOnlinePayment && (
          <p className={styles.note}>
            Rien n’est payé en ligne : vous réglerez le commerçant quand il vous remettra vos produits.
          </p>
        )}
        {order.isPaymentOnDelivery && hasOnlinePayment && (
          <RadioGroup
            label="Paiement"
            options={[
              { value: 'online', label: 'Payer en ligne', hint: 'Par carte, maintenant' },
              { value: 'delivery', label: 'Payer à la livraison', hint: 'Au commerçant, à la remise' },
            ]}
            error={formState.errors.payment?.message}
            {...register('payment', { validate: (value) => value !== '' || 'Veuillez choisir un mode de paiement.' })}
          />
        )}
        {hasOnlinePayment && !order.isPaymentOnDelivery && storeAccept.length > 0 && storeDecline.length > 0 && (
          <p className={styles.note}>
            Le mode choisi pour {storeDecline.join(', ')} ne permet pas le paiement à la livraison : cette commande se
            paie en ligne.
          </p>
        )}
        {adultItems.length > 0 && (
          <CheckboxField
            label="J’ai 18 ans ou plus"
            hint={`${describeItems(adultItems)}\u00a0: interdit à la vente aux mineurs. Une pièce d’identité peut être demandée à la remise.`}
            error={formState.errors.isAdult?.message}
            {...register('isAdult', { validate: (value) => value || 'Confirmez que vous avez 18 ans ou plus.' })}
          />
        )}
        {digitalItems.length > 0 && (
          <CheckboxField
            label="Je demande l’envoi immédiat du fichier"
            hint={`${describeItems(digitalItems)}\u00a0: je renonce ainsi à mon droit de rétractation pour cet achat.`}
            error={formState.errors.digitalConsent?.message}
            {...register('digitalConsent', { validate: (value) => value || CONSENT_REQUIRED })}
          />
        )}
        {obstacle && obstacle !== noRelay && (
          <p id={obstacleId} className={styles.obstacle}>
            <Icon name="alert" size={20} />
            <span>{obstacle}</span>
          </p>
        )}
        {isWithoutServer && (
          <>
            <p className={styles.offline} role="status">
              <Icon name="offline" size={20} />
              <span>
                {online ? 'Le marché ne répond pas.' : 'Hors connexion.'} Vous pouvez commander quand même&nbsp;: la
                commande est gardée sur cet appareil et part dès le retour du réseau, jamais pour plus de{' '}
                {formatCents(total)}.
                {hasOnlinePayment && isPaidOnline && ' Vous la paierez alors\u00a0: rien n’est débité automatiquement.'}
              </span>
            </p>
            <RadioGroup
              label="Si quelque chose a changé entre-temps"
              options={[
                { value: 'ask', label: 'Prévenez-moi', hint: 'Rien ne part sans votre accord' },
                {
                  value: 'drop',
                  label: 'Retirez ce qui manque',
                  hint: 'Le reste est commandé, au prix affiché ou moins',
                },
                { value: 'cancel', label: 'Annulez tout' },
              ]}
              {...register('ifChanged')}
            />
          </>
        )}
        <FieldError text={problem} />
        {problem !== null && <LogInAgain />}
        <WithdrawalTerms items={items} />
        <AcceptedTerms />
      </div>
      <TotalBar
        included={{ label: 'FRAIS DE PORT', cents: fees }}
        total={{ label: 'TOTAL TTC', cents: total, isEstimated: isEstimate }}
        notice={
          missing.length > 0 ? (
            <MissingAmountsLink missing={missing} />
          ) : (
            obstacle === noRelay && (
              <p id={obstacleId} className={styles.short}>
                {noRelay}
              </p>
            )
          )
        }
      >
        <Button
          type="submit"
          size="large"
          wide
          busy={busy}
          disabled={obstacle !== null}
          title={obstacle ?? undefined}
          aria-describedby={obstacle ? obstacleId : undefined}
        >
          <span className={styles.validate}>
            <span>VALIDER</span>
            <span className={styles.binding}>
              Commande avec obligation de paiement<span className="visually-hidden"> · {formatCents(total)}</span>
            </span>
          </span>
        </Button>
      </TotalBar>
    </aside>
  );
}

/** Nothing for a market without terms of sale. */
function AcceptedTerms() {
  const { data } = useApiQuery('pages.list', {});
  const terms = data?.['hydra:member'].find(({ slug }) => slug === TERMS_OF_SALE);
  if (!terms) return null;
  return (
    <p className={styles.note}>
      En validant, vous acceptez les{' '}
      <Link to={generatePath(paths.page, { slug: TERMS_OF_SALE })}>conditions générales de vente</Link>.
    </p>
  );
}

/** 'Bière ambrée', 'Bière ambrée et 2 autres articles'. */
function describeItems([first, ...others]: readonly StoreOrderItem[]): string {
  const name = first?.product.name ?? '';
  const { length } = others;
  return length === 0 ? name : `${name} et ${countWithNoun(length, 'autre')} ${pluralize(length, 'article')}`;
}

/** Reason why the order cannot be sent yet; null if it can. */
function obstacleOf({ storeOrders }: Order, parts: ShippingForm['parts']): string | null {
  const unknown = storeOrders.find(({ availableShippingTypes }) => Object.keys(availableShippingTypes).length === 0);
  if (unknown) return `Il faut du réseau pour choisir la livraison ${ofName(unknown.store.name)}.`;
  const closed = storeOrders.find(({ store }) => closureRefusal(store, new Date()) !== null);
  if (closed) return `${closed.store.name}\u00a0: ${closureRefusal(closed.store, new Date())}`;
  const typeOf = (id: number) => parts[partKey(id)]?.shippingType ?? null;
  const isWithoutRelay = storeOrders.some(({ id }) => typeOf(id) === 'relay' && parts[partKey(id)]?.pickupId === '');
  if (isWithoutRelay) return noRelay;
  return storeOrders.some((part) => isTooSmall(part, parts)) ? tooSmall : null;
}
