// Every form that saves offline, as a row of the property test: how it is opened, filled in and read from another
// device.
import type { FieldValues } from 'react-hook-form';
import type { MerchantStore, Store } from '#contract/catalogue/stores.ts';
import type { Image } from '#contract/fields/values.ts';
import type { Coupon } from '#contract/merchant/coupons.ts';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import { inputToSent } from '#domain/money.ts';
import type { StoreFormPart } from '#features/merchant/settings/store-form.ts';
import type { RequestForm } from '#features/shop/requests/use-request-form.ts';
import { images } from '#server/db/schema/pictures.ts';
import { estimates, platformMessages, storeAppointments, storeMessages } from '#server/db/schema/requests.ts';
import type { RequestType } from '#sync/commands/requests.ts';
import { makeCategory, makeProduct, makeStore } from './builders.ts';
import { lastRead, otherRows, type Rows } from './form-rows-other.ts';
import type { EditRow, NewRow } from './form-run.ts';
import type { FormScene, ShownForm } from './form-scene.ts';

const text = (n: number) => `Texte ${n}`;
const euros = (n: number) => `${n},50`;

function storeRow<V extends FieldValues>(
  name: string,
  load: () => Promise<StoreFormPart<V>>,
  fields: EditRow<V>['fields'],
  asSent?: (value: unknown) => unknown,
): Rows {
  return (scene): EditRow<FieldValues> => {
    const path = () => `/stores/${scene.storeId}`;
    const read = lastRead<MerchantStore>(scene, path);
    const own = async () => (await scene.elsewhere<MerchantStore>('GET', path())).body;
    const shop = async () => {
      const { shownStore } = await import('#state/merchant/own-store.ts');
      const views = scene.modules.pageStore.get(scene.modules.pending.storeViewsAtom);
      return shownStore(await read(), { views, rows: scene.rows() });
    };
    const shown: ShownForm<V> = {
      definition: async () =>
        (await import('#features/merchant/settings/store-form.ts')).storeForm(await load(), await shop()),
      async refusal() {
        const { storeRefusal } = await import('#features/merchant/settings/store-form.ts');
        const refused = scene.decisions().find(({ tone }) => tone === 'refused');
        return refused ? storeRefusal(await load(), await shop(), refused) : null;
      },
    };
    return {
      name,
      fields,
      shown: shown as unknown as ShownForm<FieldValues>,
      ...(asSent && { asSent }),
      readStored: async () => (await load()).valuesOf(await own(), []),
      async elsewhere(field, value) {
        const { valuesOf, changesOf } = await load();
        const store = await own();
        const values = structuredClone(valuesOf(store, []));
        const parts = field.split('.');
        const last = parts.pop() as string;
        Reflect.set(
          parts.reduce((at, part) => Reflect.get(at, part), values as object),
          last,
          value,
        );
        const changes = changesOf(values);
        const changed = Object.fromEntries(
          Object.entries(changes).filter(
            ([key, each]) => JSON.stringify(each) !== JSON.stringify(Reflect.get(changesOf(valuesOf(store, [])), key)),
          ),
        );
        return scene.elsewhere('PUT', path(), { body: changed, version: store.version });
      },
    };
  };
}

/** A letter to another store, or to the market. */
function letterRow<V extends FieldValues>(
  name: string,
  load: (store: Store) => Promise<Pick<RequestForm<V, RequestType>, 'type' | 'draft' | 'start' | 'argsOf'>>,
  filled: Record<string, unknown>,
  received: (market: FormScene['market']) => PromiseLike<{ message: string }[]>,
): Rows {
  return async (scene): Promise<NewRow<FieldValues>> => {
    const { slug } = await makeStore(scene.market.db, { takesAppointments: true, takesEstimates: true });
    const store = (await scene.elsewhere<Store>('GET', `/stores/by_slug/${slug}`)).body;
    return {
      name,
      fields: { message: text },
      filled,
      shown: {
        async definition() {
          const { requestForm } = await import('#features/shop/requests/use-request-form.ts');
          return requestForm(await load(store)) as never;
        },
      },
      received: async () => (await received(scene.market)).map(({ message }) => message),
    };
  };
}

/** A position whose two numbers have five decimals, the last one not zero. */
const place = (n: number) => `49,${String((n % 9999) * 10 + 1).padStart(5, '0')}`;
const slots = (n: number) => ({ kind: 'slot', minutes: '30', capacity: String(1 + (n % 500)) });
const tier = (n: number) => [{ distance: '5', price: euros(n), minimumOrderValue: '10,00' }];

/** Seven references, in each permutation. */
function inOrder(references: readonly string[], n: number): string[] {
  const left = [...references];
  let rest = n;
  return references.flatMap(() => {
    const at = rest % left.length;
    rest = Math.floor(rest / left.length);
    return left.splice(at, 1);
  });
}

export const formRows: Record<string, Rows> = {
  ...otherRows,
  infos: storeRow('infos', async () => (await import('#features/merchant/settings/infos-page.tsx')).infosPart, {
    name: text,
    description: text,
    aboutText: text,
  }),
  'shop contact': storeRow(
    'shop contact',
    async () => (await import('#features/merchant/settings/contact-page.tsx')).contactPart,
    {
      placeOfSales: text,
      additionalInformation: text,
      'address.address2': text,
      'legalIdentity.legalName': text,
    },
  ),
  shipping: storeRow(
    'shipping',
    async () => (await import('#features/merchant/settings/shipping-form.tsx')).shippingPart,
    { paymentOnDeliveryInformation: text, minimumDelivery: euros, collectionSlots: slots },
    (value) => {
      if (typeof value === 'object')
        return { minutes: 30, capacity: Number((value as ReturnType<typeof slots>).capacity) };
      return String(value).startsWith('Texte') ? value : inputToSent(String(value));
    },
  ),
  'relay point': storeRow(
    'relay point',
    async () => (await import('#features/merchant/settings/relay-point-page.tsx')).relayPointPart,
    { relayPoint: text, relayPointInformation: text },
  ),
  hours: storeRow(
    'hours',
    async () => (await import('#features/merchant/settings/hours/hours-page.tsx')).hoursPart,
    { preparationTime: (n) => String(15 + (n % 20_000)) },
    Number,
  ),
  video: storeRow(
    'video',
    async () => (await import('#features/merchant/settings/video-form.tsx')).videoPart,
    {
      youtubeVideoId: (n) => `https://www.youtube.com/watch?v=abc${String(n).padStart(8, '0')}`,
    },
    (value) => String(value).slice(-11),
  ),
  position: storeRow(
    'position',
    async () => (await import('#features/merchant/settings/position-page.tsx')).positionPart,
    { 'geoCoordinates.latitude': place, 'geoCoordinates.longitude': place },
    (value) => Number(String(value).replace(',', '.')),
  ),
  tiers: storeRow(
    'tiers',
    async () => (await import('#features/merchant/settings/tiers-form.tsx')).tiersPart,
    { distancePriceLevels: tier },
    (value) =>
      (value as ReturnType<typeof tier>).map(({ price, minimumOrderValue }) => ({
        ...{ distance: 5, price: inputToSent(price), minimumOrderValue: inputToSent(minimumOrderValue) },
      })),
  ),
  pictures: async (scene) => {
    const stems = Array.from({ length: 7 }, (_, at) => ({ stem: `etal-${at}`, storeId: scene.storeId }));
    const rows = await scene.market.db.insert(images).values(stems).returning();
    const iris = rows.map(({ id }) => `/images/${id}`);
    const part = async () => (await import('#features/merchant/settings/medias-page.tsx')).picturesPart;
    return storeRow('pictures', part, { images: (n) => inOrder(iris, n) })(scene);
  },
  coupon: async (scene): Promise<EditRow<FieldValues>> => {
    const body = { code: 'DEPART', discountType: 'fix', discount: 5, expirationDate: null };
    const made = Array.from({ length: 7 }, () => makeProduct(scene.market.db, { storeId: scene.storeId }));
    const products = (await Promise.all(made)).map((product) => `/products/${product.id}`);
    const { id } = (await scene.elsewhere<Coupon>('POST', '/coupons', { body })).body;
    const path = () => `/coupons/${id}`;
    const read = lastRead<Coupon>(scene, path);
    const own = async () => (await scene.elsewhere<Coupon>('GET', path())).body;
    const edited = async (coupon: Coupon) =>
      (await import('#state/merchant/coupons.ts')).editedCoupon(coupon, scene.rows());
    return {
      name: 'coupon',
      fields: { code: (n) => `CODE${n}`, discount: euros, minimumAmount: euros, products: (n) => inOrder(products, n) },
      asSent: (value) =>
        Array.isArray(value) || String(value).startsWith('CODE') ? value : Number(String(value).replace(',', '.')),
      shown: {
        definition: async () =>
          (await import('#features/merchant/coupons/coupon-values.ts')).editedCouponForm(
            await edited(await read()),
          ) as never,
      },
      async readStored() {
        const { editedCouponForm } = await import('#features/merchant/coupons/coupon-values.ts');
        return editedCouponForm({ coupon: await own(), changes: [], waitingIds: [] }).source.values;
      },
      async elsewhere(field, value) {
        const { version } = await own();
        const amount = Number(String(value).replace(',', '.'));
        const changes = {
          ...(field === 'code' && { code: value }),
          ...(field === 'discount' && { discountType: 'fix', discount: amount }),
          ...(field === 'minimumAmount' && { minimumAmount: amount }),
          ...(field === 'products' && { products: value }),
        };
        return scene.elsewhere('PUT', path(), { body: changes, version });
      },
    };
  },
  product: async (scene): Promise<EditRow<FieldValues>> => {
    const { id } = await makeProduct(scene.market.db, { storeId: scene.storeId });
    const path = () => `/products/${id}`;
    const read = lastRead<MerchantProduct>(scene, path);
    const own = async () => (await scene.elsewhere<MerchantProduct>('GET', path())).body;
    const definition = () => import('#features/merchant/products/form/product-form-definition.ts');
    const values = () => import('#features/merchant/products/form/product-values.ts');
    return {
      name: 'product',
      fields: { name: text, description: text, price: euros },
      asSent: (value) => (String(value).startsWith('Texte') ? value : inputToSent(String(value))),
      shown: {
        async definition() {
          const { editedProduct } = await import('#state/merchant/product-views.ts');
          const edited = editedProduct(await read(), id, scene.rows());
          return (await definition()).editedProductForm(`produit ${id}`, id, edited) as never;
        },
      },
      readStored: async () => (await values()).productValuesOf(await own()) as never,
      async elsewhere(field, value) {
        const { version } = await own();
        const body = { [field]: field === 'price' ? inputToSent(String(value)) : value };
        return scene.elsewhere('PUT', path(), { body, version });
      },
    };
  },
  caption: async (scene): Promise<EditRow<FieldValues>> => {
    const [row] = await scene.market.db.insert(images).values({ stem: 'etal', storeId: scene.storeId }).returning();
    const iri = `/images/${row?.id}`;
    const library = () => `/stores/${scene.storeId}/available_images`;
    const read = lastRead<{ 'hydra:member': Image[] }>(scene, library);
    const find = (list: { 'hydra:member': Image[] }) =>
      list['hydra:member'].find((image) => image['@id'] === iri) as Image;
    return {
      name: 'caption',
      fields: { caption: text },
      shown: {
        async definition() {
          const { captionForm } = await import('#features/merchant/media/caption-dialog.tsx');
          const { shownImage } = await import('#state/merchant/media.ts');
          return captionForm(shownImage(find(await read()), scene.rows())) as never;
        },
      },
      readStored: async () => ({
        caption: find((await scene.elsewhere<{ 'hydra:member': Image[] }>('GET', library())).body).caption,
      }),
      // Pictures have no version: the last write wins.
      elsewhere: async () => {},
    };
  },
  'new coupon': (scene): NewRow<FieldValues> => ({
    name: 'new coupon',
    fields: { code: (n) => `NEUF${n}` },
    filled: { discountType: 'fix', discount: '5' },
    shown: {
      definition: async () => (await import('#features/merchant/coupons/coupon-values.ts')).newCouponForm as never,
    },
    async received() {
      const path = `/stores/${scene.storeId}/coupons?itemsPerPage=200`;
      const { body } = await scene.elsewhere<{ 'hydra:member': Coupon[] }>('GET', path);
      return body['hydra:member'].map(({ code }) => code);
    },
  }),
  'new product': async (scene): Promise<NewRow<FieldValues>> => {
    const { id } = await makeCategory(scene.market.db);
    return {
      name: 'new product',
      fields: { name: text },
      filled: { category: `/categories/${id}`, price: '4' },
      shown: {
        async definition() {
          const { newProductForm } = await import('#features/merchant/products/form/product-form-definition.ts');
          const { emptyValues } = await import('#features/merchant/products/form/product-values.ts');
          return newProductForm('produit nouveau', emptyValues) as never;
        },
      },
      async received() {
        const path = `/stores/${scene.storeId}/own_products?itemsPerPage=200`;
        const { body } = await scene.elsewhere<{ 'hydra:member': { name: string }[] }>('GET', path);
        return body['hydra:member'].map(({ name }) => name);
      },
    };
  },
  message: letterRow(
    'message',
    async (store) => (await import('#features/shop/requests/message-form.tsx')).messageForm(store),
    { subject: 'Une question' },
    ({ db }) => db.select({ message: storeMessages.message }).from(storeMessages),
  ),
  estimate: letterRow(
    'estimate',
    async (store) => (await import('#features/shop/requests/estimate-form.tsx')).estimateForm(store),
    { wanted: 'Trois pains' },
    ({ db }) => db.select({ message: estimates.message }).from(estimates),
  ),
  appointment: letterRow(
    'appointment',
    async (store) =>
      (await import('#features/shop/requests/appointment-form.tsx')).appointmentForm(store, {
        timeSlots: [{ date: '2099-06-15', beginHour: '10:00', endHour: '10:30' }],
        message: '',
      }),
    {},
    ({ db }) => db.select({ message: storeAppointments.message }).from(storeAppointments),
  ),
  contact: letterRow(
    'contact',
    async () => (await import('#features/shop/requests/contact-form.tsx')).platformMessageForm,
    { name: 'Odile', email: 'odile@etal.test', subject: 'Une question' },
    ({ db }) => db.select({ message: platformMessages.message }).from(platformMessages),
  ),
};
