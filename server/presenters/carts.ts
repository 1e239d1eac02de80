// Cart presenter: rows to the contract's answer, with amounts and reasons that prevent an order.
import type { ClosedDays, OpeningHours } from '#contract/fields/values.ts';
import type { Cart, CartItem, ChosenOptionValue } from '#contract/orders/carts.ts';
import { formatCents, moneyOf, moneyOrNull } from '#domain/money.ts';
import { contentBaseOf, weightTermsOf } from '#domain/net-content.ts';
import { leastTotal } from '#domain/orders/minimum.ts';
import {
  type CouponScope,
  cartTotals,
  type Discount,
  discountOnLines,
  isDiscounted,
  isSameCode,
  type PricedLine,
  totalOf,
  unitPrice,
} from '#domain/orders/pricing.ts';
import { isOrderable, unansweredOptions } from '#domain/product.ts';
import { closureAhead } from '#domain/time/closures.ts';
import { parisDay } from '#domain/time/dates.ts';
import type { OrderedOptionValueRow } from '../db/schema/sales.ts';
import { type ImageRow, presentImageOrNull, presentImages } from './images.ts';
import { type OptionRow, presentOption } from './products.ts';

export interface CartRow {
  id: string;
  version: number;
  orderedAt: Date | null;
  /** Coupon codes as entered, the newest last. */
  codes: string[];
  /** Coupons with these codes, of all stores. */
  coupons: CouponRow[];
}
export interface CouponRow {
  id: string;
  code: string;
  storeId: string;
  productIds: string[] | null;
  discountType: string;
  discount: number;
  active: boolean;
  expirationDate: Date | null;
  deletedAt: Date | null;
  /** Cents. */
  minimumAmount: number | null;
  maxUses: number | null;
  oncePerPerson: boolean;
  /** In other orders: of everybody, and of the person of this cart. */
  uses: number;
  ownUses: number;
}
export interface LineRow {
  id: string;
  quantity: number;
  optionValueIds: string[];
  optionValues: OrderedOptionValueRow[];
  product: {
    id: string;
    slug: string;
    name: string;
    price: number | null;
    reducedPrice: number | null;
    indicativePrice: boolean;
    priceDisabled: boolean;
    stock: number | null;
    preOrderDate: string | null;
    netContent: string | null;
    weightTolerance: number | null;
    notSellToMinor: boolean;
    dematerialized: boolean;
    published: boolean;
    deletedAt: Date | null;
    weight: number;
    options: OptionRow[];
  };
  image: ImageRow | null;
  store: {
    id: string;
    slug: string;
    name: string;
    plan: string;
    ready: boolean;
    published: boolean;
    minimumDelivery: number;
    openingHours: OpeningHours[];
    closedDays: ClosedDays[];
  };
  logo: ImageRow | null;
}

/** Options of the product without a choice in the line. */
export const missingOptions = ({ product, optionValueIds }: LineRow): OptionRow[] =>
  unansweredOptions(product.options, optionValueIds);

/** True if the product is still for sale, with the line's choices or others. */
export function isLineSold(line: LineRow): boolean {
  const { product, store } = line;
  return (
    product.published &&
    product.deletedAt === null &&
    store.published &&
    (line.optionValues.length === line.optionValueIds.length || missingOptions(line).length > 0) &&
    isOrderable({ ...product, store: { plan: { name: store.plan }, ready: store.ready } })
  );
}

/** Cents; 0 if the product has lost its price (it is then not orderable). */
export const linePrice = (line: LineRow): number =>
  unitPrice(
    line.product,
    line.optionValues.map((value) => value.price),
  ) ?? 0;

export const INVALID_COUPON = 'Coupon invalide';

/**
 * Why a coupon gives no discount on the articles that it is for; null if it does.
 * @param itemsTotal of these articles, cents
 */
export function couponRefusal(coupon: CouponRow, itemsTotal: number, now: Date): string | null {
  const { active, deletedAt, expirationDate, minimumAmount, maxUses, oncePerPerson, uses, ownUses } = coupon;
  if (!active || deletedAt !== null || (expirationDate !== null && expirationDate <= now)) return INVALID_COUPON;
  if (oncePerPerson && ownUses > 0) return `${INVALID_COUPON}\u00a0: vous l’avez déjà utilisé.`;
  if (maxUses !== null && uses >= maxUses) return `${INVALID_COUPON}\u00a0: il a été utilisé autant de fois que prévu.`;
  if (minimumAmount !== null && itemsTotal < minimumAmount) {
    const articles = coupon.productIds ? 'des produits concernés' : 'd’articles de la boutique';
    return `${INVALID_COUPON}\u00a0: il vaut à partir de ${formatCents(minimumAmount)} ${articles}.`;
  }
  return null;
}

export type ActiveCoupon = Discount & CouponScope & { id: string; code: string };

/** Its discount, if it gives one. */
export function activeCoupon(coupon: CouponRow, itemsTotal: number, now: Date): ActiveCoupon | null {
  if (couponRefusal(coupon, itemsTotal, now) !== null) return null;
  return { ...coupon, discountType: coupon.discountType === 'fix' ? 'fix' : 'relative' };
}

export const pricedLine = (line: LineRow): PricedLine => ({
  storeId: line.store.id,
  productId: line.product.id,
  unitPrice: linePrice(line),
  quantity: line.quantity,
});

/** Cents of the lines that a coupon is for; null without any. */
export function totalFor(coupon: CouponScope, lines: readonly LineRow[]): number | null {
  const own = lines.map(pricedLine).filter((line) => isDiscounted(line, coupon));
  return own.length === 0 ? null : totalOf(own);
}

/** One coupon per store: of the newest entered code that gives a discount on its lines. */
export function activeCoupons({ codes, coupons }: CartRow, lines: readonly LineRow[], now: Date): ActiveCoupon[] {
  const byStore = new Map<string, ActiveCoupon>();
  for (const code of codes) {
    for (const coupon of coupons.filter((one) => isSameCode(one.code, code))) {
      const total = totalFor(coupon, lines);
      const active = total === null ? null : activeCoupon(coupon, total, now);
      if (active) byStore.set(active.storeId, active);
    }
  }
  return [...byStore.values()];
}

/** The coupon of a store on its lines, as a discount that does not depend on the lines. */
function storeDiscount(storeId: string, lines: readonly LineRow[], coupons: readonly ActiveCoupon[]): Discount | null {
  const coupon = coupons.find((one) => one.storeId === storeId) ?? null;
  if (!coupon?.productIds) return coupon;
  return { discountType: 'fix', discount: discountOnLines(lines.map(pricedLine), coupon) };
}

export const presentOptionValue = (value: OrderedOptionValueRow): ChosenOptionValue => ({
  id: value.id,
  name: value.name,
  option: value.option,
  price: moneyOf(value.price),
});

function presentCartItem(line: LineRow, discount: Discount | null, now: Date): CartItem {
  const { product, store } = line;
  const closure = closureAhead(store, parisDay(now));
  const each = linePrice(line);
  const weightTerms = weightTermsOf(product);
  return {
    '@id': `/cart_items/${line.id}`,
    '@type': 'CartItem',
    product: {
      '@id': `/products/${product.id}`,
      id: product.id,
      slug: product.slug,
      name: product.name,
      images: presentImages(line.image),
      price: moneyOrNull(product.price),
      reducedPrice: moneyOrNull(product.reducedPrice),
      stock: product.stock,
      preOrderDate: product.preOrderDate,
      contentBase: contentBaseOf(product.netContent),
      ...(weightTerms && { byWeight: weightTerms }),
      notSellToMinor: product.notSellToMinor,
      dematerialized: product.dematerialized,
      orderable: isLineSold(line),
      options: product.options.map(presentOption),
      store: {
        '@id': `/stores/${store.id}`,
        id: store.id,
        slug: store.slug,
        name: store.name,
        logo: presentImageOrNull(line.logo),
        leastTotal: moneyOrNull(leastTotal(store.minimumDelivery, discount)),
        ...(closure && { closure }),
      },
    },
    quantity: line.quantity,
    optionValues: line.optionValues.map(presentOptionValue),
    unitPrice: moneyOf(each),
    total: moneyOf(each * line.quantity),
  };
}

export function presentCart(row: CartRow, lines: LineRow[], now: Date): Cart {
  const inForce = activeCoupons(row, lines, now);
  const { total, totalAfterDiscount } = cartTotals(lines.map(pricedLine), inForce);
  const coupons = row.codes.flatMap((code) => {
    const applied = inForce.find((one) => isSameCode(one.code, code));
    const coupon = applied ?? row.coupons.find((one) => isSameCode(one.code, code));
    return coupon ? [{ '@id': `/coupons/${coupon.id}`, code, applies: applied !== undefined }] : [];
  });
  return {
    '@id': `/carts/${row.id}`,
    '@type': 'Cart',
    id: row.id,
    version: row.version,
    items: lines.map((line) => presentCartItem(line, storeDiscount(line.store.id, lines, inForce), now)),
    total: moneyOf(total),
    totalAfterDiscount: moneyOf(totalAfterDiscount),
    coupon: coupons.at(-1) ?? null,
    coupons,
    ordered: row.orderedAt !== null,
  };
}
