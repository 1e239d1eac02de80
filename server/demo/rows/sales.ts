// Parts of demo orders, with the market's own price rules.
import type { ShippingType, StoreOrderState } from '#contract/fields/values.ts';
import { weightTermsOf } from '#domain/net-content.ts';
import { isBelowMinimum } from '#domain/orders/minimum.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { discountOn, unitPrice } from '#domain/orders/pricing.ts';
import { split } from '#domain/orders/sale-vat.ts';
import { distanceChoices, isDeliveredByStore, shippingFees } from '#domain/orders/shipping.ts';
import { hasReadyStep } from '#domain/orders/store-order.ts';
import { weigh } from '#domain/orders/weighing.ts';
import type { ItemByWeight } from '#domain/orders/weight-terms.ts';
import { isOrderable } from '#domain/product.ts';
import type { OrderedOptionValueRow, storeOrderItems, storeOrders } from '../../db/schema/sales.ts';
import { snapshotPlace } from '../../sales/collection-place.ts';
import type { RelayPoint } from '../../services/relay-points.ts';
import type { DemoCustomer } from '../content/people.ts';
import type { DemoCouponRow, DemoProductRow, DemoStoreRow, ImportedMarket } from '../imported.ts';
import type { Random } from '../random.ts';
import { uuidOf } from '../random.ts';

/** A store's part of an order without its database id. */
export type SoldPart = {
  storeOrder: Omit<typeof storeOrders.$inferInsert, 'orderId'>;
  items: Omit<typeof storeOrderItems.$inferInsert, 'storeOrderId'>[];
};

export type PartRequest = {
  key: string;
  store: DemoStoreRow;
  customer: DemoCustomer;
  shippingType: ShippingType;
  relayPoint: RelayPoint | null;
  coupon: DemoCouponRow | null;
  state: StoreOrderState;
  createdAt: Date;
  updatedAt: Date;
  /** These products, and others until the store's minimum is reached. */
  wanted: readonly DemoProductRow[];
};

type SoldLine = { product: DemoProductRow; optionValues: OrderedOptionValueRow[]; quantity: number; unitPrice: number };

/** Creates order parts at the catalogue's prices and fees. */
export class DemoSeller {
  private readonly byStore = new Map<string, DemoProductRow[]>();
  private readonly options = new Map<
    string,
    { name: string; values: { id: string; name: string; price: number }[] }[]
  >();

  private readonly carrierPrices: ImportedMarket['carrierPrices'];

  constructor({ stores, options, optionValues, carrierPrices }: ImportedMarket) {
    this.carrierPrices = carrierPrices;
    for (const { row: store, products } of stores) {
      const kind = { plan: { name: store.plan }, ready: store.ready };
      const sold = products
        .map(({ row }) => row)
        .filter(
          (product) =>
            product.published &&
            !product.dematerialized &&
            product.weight > 0 &&
            product.preOrderDate === null &&
            isOrderable({ ...product, store: kind }),
        );
      if (sold.length > 0) this.byStore.set(store.id, sold);
    }
    for (const option of options) {
      const values = optionValues
        .filter((value) => value.optionId === option.id)
        .map(({ id, name, price }) => ({ id, name, price }));
      this.options.set(option.productId, [
        ...(this.options.get(option.productId) ?? []),
        { name: option.name, values },
      ]);
    }
  }

  productsOf(storeId: string): readonly DemoProductRow[] {
    return this.byStore.get(storeId) ?? [];
  }

  private line(product: DemoProductRow, random: Random): SoldLine {
    const optionValues = (this.options.get(product.id) ?? []).map(({ name, values }): OrderedOptionValueRow => {
      const chosen = random.pick(values);
      return { id: chosen.id, option: name, name: chosen.name, price: chosen.price };
    });
    const prices = optionValues.map((value) => value.price);
    const each = unitPrice({ price: product.price ?? null, reducedPrice: product.reducedPrice ?? null }, prices) ?? 0;
    return { product, optionValues, quantity: each < 600 ? random.between(1, 3) : 1, unitPrice: each };
  }

  private linesFor(asked: PartRequest, random: Random): SoldLine[] {
    const lines = asked.wanted.map((product) => this.line(product, random));
    const others = random.shuffled(
      this.productsOf(asked.store.id).filter((product) => !asked.wanted.includes(product)),
    );
    const minimum = asked.store.minimumDelivery ?? 0;
    const paid = () => {
      const total = sumLines(lines);
      return total - discountOn(total, asked.coupon);
    };
    for (const other of others) {
      if (!isBelowMinimum(asked.shippingType, paid(), minimum)) break;
      lines.push(this.line(other, random));
    }
    return lines;
  }

  sell(asked: PartRequest, random: Random): SoldPart {
    const { store, customer, shippingType, coupon, state } = asked;
    const lines = this.linesFor(asked, random);
    const itemsTotal = sumLines(lines);
    const paid = itemsTotal - discountOn(itemsTotal, coupon);
    const terms = {
      customShippingPrice: store.customShippingPrice ?? 0,
      freeDeliveryPriceFromAmount: store.freeDeliveryPriceFromAmount ?? null,
      distancePriceLevels: store.distancePriceLevels ?? [],
      relayPointPrice: store.relayPointPrice ?? 0,
    };
    const tiers = distanceChoices(terms.distancePriceLevels, store.customShippingMaxDistance ?? null);
    const reached = tiers.filter((tier) => tier.minimumOrderValue < paid);
    const distance = shippingType === 'custom_store' ? (reached.at(-1)?.distance ?? null) : null;
    const weight = lines.reduce((sum, { product, quantity }) => sum + (product.weight ?? 0) * quantity, 0);
    const fees = shippingFees(shippingType, { itemsTotal: paid, weight, distance }, terms, this.carrierPrices);
    const shares = split(
      itemsTotal - paid,
      lines.map((line) => sumLines([line])),
    );
    const paidFor = lines.map((line, position) => sumLines([line]) - (shares[position] ?? 0));
    const isSentByCarrier = shippingType === 'home' || shippingType === 'relay';

    return {
      storeOrder: {
        storeId: store.id,
        state,
        shippingType,
        shippingFees: fees,
        distance,
        pickupId: asked.relayPoint?.id ?? null,
        place: snapshotPlace(shippingType, store, asked.relayPoint),
        firstName: customer.firstName,
        lastName: customer.lastName,
        phoneNumber: customer.phone,
        email: customer.email,
        address1: customer.address1,
        postalCode: customer.postalCode,
        city: customer.city,
        couponId: coupon?.id ?? null,
        totalBeforeDiscount: itemsTotal + fees,
        total: paid + fees,
        trackingCode: state === 'shipped' && isSentByCarrier ? `6A${random.between(10_000_000, 99_999_999)}555` : null,
        ...stepTimes(asked),
        createdAt: asked.createdAt,
        updatedAt: asked.updatedAt,
      },
      items: lines.map(({ product, optionValues, quantity, unitPrice: each }, position) => ({
        id: uuidOf(`item:${asked.key}:${position}`),
        productId: product.id,
        name: product.name,
        optionValues,
        quantity,
        unitPrice: each,
        total: each * quantity,
        byWeight: byWeightOf(product, { quantity, amount: paidFor[position] ?? 0 }, state),
        position,
      })),
    };
  }
}

/** What is handed over was weighed, at the announced weight. */
function byWeightOf(
  { netContent = null, weightTolerance = null }: DemoProductRow,
  line: { quantity: number; amount: number },
  state: StoreOrderState,
): ItemByWeight | null {
  const terms = weightTermsOf({ netContent, weightTolerance });
  if (!terms || state !== 'shipped') return terms;
  return { ...terms, weighed: weigh(terms, line, terms.grams * line.quantity) };
}

/** Times of the store's steps: accepted, ready for collection, handed over. */
function stepTimes({ state, shippingType, createdAt, updatedAt }: PartRequest) {
  if (!hasReached(state, 'validated')) return {};
  const since = (share: number) =>
    new Date(createdAt.getTime() + Math.round(share * (updatedAt.getTime() - createdAt.getTime())));
  if (state === 'validated') return { validatedAt: updatedAt };
  return {
    validatedAt: since(0.2),
    readyAt: hasReadyStep(shippingType) ? since(0.5) : null,
    shippedAt: updatedAt,
  };
}

const sumLines = (lines: readonly SoldLine[]): number =>
  lines.reduce((sum, { unitPrice: each, quantity }) => sum + each * quantity, 0);

export function mayBePaidOnDelivery(parts: readonly { store: DemoStoreRow; shippingType: ShippingType }[]): boolean {
  return parts.every(({ store, shippingType }) => store.paymentOnDelivery === true && isDeliveredByStore(shippingType));
}
