// Every address of the application, once. Links are made with the router's `generatePath`.
export const paths = {
  home: '/',
  category: '/categorie/:slug',
  product: '/produit/:slug',
  store: '/boutique/:slug',
  storeProducts: '/boutique/:slug/produits',
  storeAbout: '/boutique/:slug/a-propos',
  storeReviews: '/boutique/:slug/avis',
  stores: '/boutiques',
  event: '/evenement/:slug',
  latest: '/nouveautes',
  promotions: '/promotions',
  search: '/recherche',
  page: '/page/:slug',
  contact: '/contact',

  ordering: '/commande',
  cart: '/commande/panier',
  shipping: '/commande/livraison',
  paymentResult: '/commande/confirmer',
  paidOnDelivery: '/commande/paiement-a-la-livraison',

  authentication: '/authentication',
  login: '/authentication/connexion',
  signUp: '/authentication/inscription',

  account: '/compte',
  accountProfile: '/compte/informations',
  accountOrders: '/compte/commandes',
  accountOrder: '/compte/commande/:id',
  accountAppointments: '/compte/rdv',

  waiting: '/en-attente',

  merchant: '/admin/boutique',
  merchantOrders: '/admin/boutique/store/commandes',
  merchantOrder: '/admin/boutique/store/commandes/:id',
  merchantDaySheet: '/admin/boutique/store/commandes/feuille',
  merchantInfos: '/admin/boutique/store/edit/infos',
  merchantContact: '/admin/boutique/store/edit/contact',
  merchantHours: '/admin/boutique/store/edit/hours',
  merchantShipping: '/admin/boutique/store/edit/shipping',
  merchantRelayPoint: '/admin/boutique/store/edit/relay_point',
  merchantProducts: '/admin/boutique/store/products/page/:page',
  merchantProductsImport: '/admin/boutique/store/products/import',
  merchantNewProduct: '/admin/boutique/products_new',
  merchantProduct: '/admin/boutique/products/:id',
  merchantProductCopy: '/admin/boutique/products/:id/duplicate',
  merchantQuickProducts: '/admin/boutique/products_quick',
  /** Another reading of the list's address: `?page=2`. */
  merchantProductsByQuery: '/admin/boutique/products',
  merchantMedias: '/admin/boutique/store/medias',
  merchantCoupons: '/admin/boutique/store/coupons',
  merchantNewCoupon: '/admin/boutique/coupons_new',
  merchantCoupon: '/admin/boutique/coupons/:id',
  merchantMessages: '/admin/boutique/store/messages',
  merchantAppointments: '/admin/boutique/store/appointments',
  merchantAppointment: '/admin/boutique/store_appointments/:id',
  merchantEstimates: '/admin/boutique/store/estimations',
  merchantEstimate: '/admin/boutique/store/estimations/:id',
} as const;

/** Addresses that answer by redirect, keeping the query string: from → to. */
export const redirects = {
  '/panier': paths.cart,
  '/rechercher': paths.search,
  '/events/:slug': paths.event,
} as const;
