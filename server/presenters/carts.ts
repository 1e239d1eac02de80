// Cart presenter: rows to the contract's answer, with amounts and reasons that prevent an order.
import type { Cart, CartItem, ChosenOptionValue } from '#contract/orders/carts.ts';
import { formatCents, moneyOf, moneyOrNull } from '#domain/money.ts';
import { contentBaseOf } from '#domain/net-content.ts';
import { leastTotal } from '#domain/orders/minimum.ts';
import { cartTotals, type Discount, unitPrice } from '#domain/orders/pricing.ts';
import { isOrderable, unansweredOptions } from '#domain/product.ts';
import type { OrderedOptionValueRow } from '../db/schema/sales.ts';
import { type ImageRow, presentImageOrNull, presentImages } from './images.ts';
import { type OptionRow, presentOption } from './products.ts';

export interface CartRow {
  id: string;
  version: number;
  orderedAt: Date | null;
  /** The coupon code as entered, or null. */
  code: string | null;
  /** Coupons with this code, of all stores. */
  coupons: CouponRow[];
}
export interface CouponRow {
  id: string;
  code: string;
  storeId: string;
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
 * Why a coupon gives no discount on the articles of its store; null if it does.
 * @param itemsTotal of these articles, cents
 */
export function couponRefusal(coupon: CouponRow, itemsTotal: number, now: Date): string | null {
  const { active, deletedAt, expirationDate, minimumAmount, maxUses, oncePerPerson, uses, ownUses } = coupon;
  if (!active || deletedAt !== null || (expirationDate !== null && expirationDate <= now)) return INVALID_COUPON;
  if (oncePerPerson && ownUses > 0) return `${INVALID_COUPON}\u00a0: vous l’avez déjà utilisé.`;
  if (maxUses !== null && uses >= maxUses) return `${INVALID_COUPON}\u00a0: il a été utilisé autant de fois que prévu.`;
  if (minimumAmount !== null && itemsTotal < minimumAmount) {
    return `${INVALID_COUPON}\u00a0: il vaut à partir de ${formatCents(minimumAmount)} d’articles de la boutique.`;
  }
  return null;
}

/** Its discount, if it gives one. */
export function activeCoupon(
  coupon: CouponRow,
  itemsTotal: number,
  now: Date,
): (Discount & { id: string; code: string; storeId: string }) | null {
  if (couponRefusal(coupon, itemsTotal, now) !== null) return null;
  return { ...coupon, discountType: coupon.discountType === 'fix' ? 'fix' : 'relative' };
}

/** Cents of the lines of a store. */
export const totalOfStore = (lines: readonly LineRow[], storeId: string): number =>
  lines.reduce((sum, line) => (line.store.id === storeId ? sum + linePrice(line) * line.quantity : sum), 0);

/** Coupons of the entered code that apply to lines of their store. */
export const activeCoupons = ({ coupons }: CartRow, lines: readonly LineRow[], now: Date) =>
  coupons
    .filter(({ storeId }) => lines.some(({ store }) => store.id === storeId))
    .flatMap((coupon) => activeCoupon(coupon, totalOfStore(lines, coupon.storeId), now) ?? []);

export const presentOptionValue = (value: OrderedOptionValueRow): ChosenOptionValue => ({
  id: value.id,
  name: value.name,
  option: value.option,
  price: moneyOf(value.price),
});

function presentCartItem(line: LineRow, coupons: readonly (Discount & { storeId: string })[]): CartItem {
  const { product, store } = line;
  const each = linePrice(line);
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
        leastTotal: moneyOrNull(
          leastTotal(store.minimumDelivery, coupons.find(({ storeId }) => storeId === store.id) ?? null),
        ),
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
  const [coupon] = [...inForce, ...row.coupons];
  const priced = lines.map((line) => ({
    storeId: line.store.id,
    unitPrice: linePrice(line),
    quantity: line.quantity,
  }));
  const { total, totalAfterDiscount } = cartTotals(priced, inForce);
  return {
    '@id': `/carts/${row.id}`,
    '@type': 'Cart',
    id: row.id,
    version: row.version,
    items: lines.map((line) => presentCartItem(line, inForce)),
    total: moneyOf(total),
    totalAfterDiscount: moneyOf(totalAfterDiscount),
    coupon:
      row.code === null || !coupon
        ? null
        : { '@id': `/coupons/${coupon.id}`, code: row.code, applies: inForce.length > 0 },
    ordered: row.orderedAt !== null,
  };
}
