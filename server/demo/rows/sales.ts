// The parts of the demo's orders, priced as the market prices them.
import type { ShippingType, StoreOrderState } from '#contract/fields/values.ts';
import { discountOn, unitPrice } from '#domain/orders/pricing.ts';
import { distanceChoices, isBelowMinimum, isDeliveredByShop, shippingFees } from '#domain/orders/shipping.ts';
import { isOrderable } from '#domain/product.ts';
import type { OrderedOptionValueRow, storeOrderItems, storeOrders } from '../../db/schema/sales.ts';
import { keptPlace } from '../../sales/collection-place.ts';
import type { RelayPoint } from '../../services/relay-points.ts';
import type { Customer } from '../content/people.ts';
import type { CouponRow, Imported, ProductRow, StoreRow } from '../imported.ts';
import type { Random } from '../random.ts';
import { uuidOf } from '../random.ts';

/** The part of an order that one shop delivers, before it has a number. */
export type SoldPart = {
  storeOrder: Omit<typeof storeOrders.$inferInsert, 'orderId'>;
  items: Omit<typeof storeOrderItems.$inferInsert, 'storeOrderId'>[];
};

export type PartAsked = {
  key: string;
  store: StoreRow;
  customer: Customer;
  shippingType: ShippingType;
  relayPoint: RelayPoint | null;
  coupon: CouponRow | null;
  state: StoreOrderState;
  createdAt: Date;
  updatedAt: Date;
  /** These, and others until the shop's minimum is passed. */
  wanted: readonly ProductRow[];
};

type Line = { product: ProductRow; optionValues: OrderedOptionValueRow[]; quantity: number; unitPrice: number };

/** Sells what the catalogue offers, at the prices and fees the market computes everywhere else. */
export class Till {
  private readonly byStore = new Map<string, ProductRow[]>();
  private readonly options = new Map<
    string,
    { name: string; values: { id: string; name: string; price: number }[] }[]
  >();

  private readonly carrierPrices: Imported['carrierPrices'];

  constructor({ shops, options, optionValues, carrierPrices }: Imported) {
    this.carrierPrices = carrierPrices;
    for (const { row: store, products } of shops) {
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

  productsOf(storeId: string): readonly ProductRow[] {
    return this.byStore.get(storeId) ?? [];
  }

  private line(product: ProductRow, random: Random): Line {
    const optionValues = (this.options.get(product.id) ?? []).map(({ name, values }): OrderedOptionValueRow => {
      const chosen = random.pick(values);
      return { id: chosen.id, option: name, name: chosen.name, price: chosen.price };
    });
    const prices = optionValues.map((value) => value.price);
    const each = unitPrice({ price: product.price ?? null, reducedPrice: product.reducedPrice ?? null }, prices) ?? 0;
    return { product, optionValues, quantity: each < 600 ? random.between(1, 3) : 1, unitPrice: each };
  }

  private linesFor(asked: PartAsked, random: Random): Line[] {
    const lines = asked.wanted.map((product) => this.line(product, random));
    const others = random.shuffled(
      this.productsOf(asked.store.id).filter((product) => !asked.wanted.includes(product)),
    );
    const minimum = asked.store.minimumDelivery ?? 0;
    const paid = () => {
      const total = totalOf(lines);
      return total - discountOn(total, asked.coupon);
    };
    for (const other of others) {
      if (!isBelowMinimum(asked.shippingType, paid(), minimum)) break;
      lines.push(this.line(other, random));
    }
    return lines;
  }

  sell(asked: PartAsked, random: Random): SoldPart {
    const { store, customer, shippingType, coupon, state } = asked;
    const lines = this.linesFor(asked, random);
    const itemsTotal = totalOf(lines);
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
    const isSentByCarrier = shippingType === 'home' || shippingType === 'relay';

    return {
      storeOrder: {
        storeId: store.id,
        state,
        shippingType,
        shippingFees: fees,
        distance,
        pickupId: asked.relayPoint?.id ?? null,
        place: keptPlace(shippingType, store, asked.relayPoint),
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
        position,
      })),
    };
  }
}

const totalOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { unitPrice: each, quantity }) => sum + each * quantity, 0);

export function mayBePaidOnDelivery(parts: readonly { store: StoreRow; shippingType: ShippingType }[]): boolean {
  return parts.every(({ store, shippingType }) => store.paymentOnDelivery === true && isDeliveredByShop(shippingType));
}
