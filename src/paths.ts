// Paths: all addresses of the app. Links use the router's `generatePath`.
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
  favourites: '/favoris',
  page: '/page/:slug',
  contact: '/contact',
  report: '/signaler',

  ordering: '/commande',
  cart: '/commande/panier',
  shipping: '/commande/livraison',
  paymentResult: '/commande/confirmer',
  paidOnDelivery: '/commande/paiement-a-la-livraison',
  waitingOrder: '/commande/en-attente',

  authentication: '/authentication',
  login: '/authentication/connexion',
  signUp: '/authentication/inscription',
  forgotPassword: '/authentication/forgot_password',
  resetPassword: '/reset_password',
  restoreEmail: '/retablir-adresse',
  confirmEmail: '/confirmer-adresse',

  /** Joining the people of a store, by a mailed link. */
  invitation: '/invitation',

  /** The right of withdrawal: 'Renoncer au contrat ici', with and without an account. */
  withdrawal: '/retractation',

  account: '/compte',
  accountProfile: '/compte/informations',
  accountOrders: '/compte/commandes',
  accountOrder: '/compte/commande/:id',
  accountAppointments: '/compte/rdv',
  accountRequests: '/compte/demandes',
  accountRound: '/compte/tournee',

  waiting: '/en-attente',

  merchant: '/admin/boutique',
  merchantOrders: '/admin/boutique/store/commandes',
  merchantOrder: '/admin/boutique/store/commandes/:id',
  merchantDaySheet: '/admin/boutique/store/commandes/feuille',
  merchantHandOver: '/admin/boutique/store/commandes/remise',
  merchantPayouts: '/admin/boutique/store/versements',
  merchantEdit: '/admin/boutique/store/edit',
  merchantInfos: '/admin/boutique/store/edit/infos',
  merchantContact: '/admin/boutique/store/edit/contact',
  merchantHours: '/admin/boutique/store/edit/hours',
  merchantPosition: '/admin/boutique/store/position',
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
  merchantPeople: '/admin/boutique/store/equipe',
  merchantCoupons: '/admin/boutique/store/coupons',
  merchantNewCoupon: '/admin/boutique/coupons_new',
  merchantCoupon: '/admin/boutique/coupons/:id',
  merchantMessages: '/admin/boutique/store/messages',
  merchantAppointments: '/admin/boutique/store/appointments',
  merchantAppointment: '/admin/boutique/store_appointments/:id',
  merchantEstimates: '/admin/boutique/store/estimations',
  merchantEstimate: '/admin/boutique/store/estimations/:id',
} as const;

/** The administration of the market: a page of its own, which no route of the app leads to. */
export const ADMINISTRATION = '/administration';

/** Addresses that answer by redirect, keeping the query string: from → to. */
export const redirects = {
  '/panier': paths.cart,
  '/rechercher': paths.search,
  '/events/:slug': paths.event,
} as const;
