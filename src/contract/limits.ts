// Limits of input: the contract rejects more, and form fields accept no more.
// Guarantee: numbers only, so that a first view loads no other part of the contract for them.

/** Characters: stores, products and pictures. */
export const MAX_NAME = 120;
export const MAX_OPTION_NAME = 80;
export const MAX_ATTRIBUTE_NAME = 80;
export const MAX_ATTRIBUTE_VALUE = 300;
export const MAX_DESCRIPTION = 4000;
export const MAX_LONG_DESCRIPTION = 20_000;
export const MAX_INFORMATION = 2000;
export const MAX_CAPTION = 120;
export const MAX_LINK = 300;
export const MAX_VIDEO_ADDRESS = 500;
export const MAX_PAYMENT_ACCOUNT = 80;
export const MAX_COUPON_CODE = 40;
export const MAX_COUPON_USES = 100_000;
export const MAX_COUPON_PRODUCTS = 100;
/** An amount as typed. */
export const MAX_AMOUNT = 40;

/** Legal identity of a store; numbers with their blanks. */
export const MAX_LEGAL_FORM = 60;
export const MAX_LEGAL_NUMBER = 24;
export const MAX_MEDIATOR = 250;

/** Content and settings of the market. */
export const MAX_PAGE_TEXT = 50_000;
export const MAX_PAGE_POSITION = 10_000;
export const MAX_RELAY_ID = 60;
export const MAX_HOURS_LINE = 80;
export const MAX_SETTING = 4000;
export const MAX_CATEGORIES = 500;
export const MAX_RATE_NAME = 80;
export const MAX_CARRIER_PRICES = 50;
export const MAX_FEATURED = 100;
export const MAX_TERMS = 100_000;

/** People and addresses. */
export const MAX_PERSON_NAME = 80;
export const MAX_ADDRESS_LINE = 120;
export const MAX_POSTAL_CODE = 10;
export const MAX_CITY = 80;
export const MAX_PHONE = 30;
export const MAX_EMAIL = 180;
export const MAX_PASSWORD = 200;
/** One-time and recovery codes, with their blanks. */
export const MAX_CODE = 20;
/** A percentage, as typed. */
export const MAX_RATE = 8;

/** Messages between shoppers and stores. */
export const MAX_SUBJECT = 150;
/** '999999,999 pièces' */
export const MAX_NET_CONTENT = 20;
/** Percent. */
export const MAX_WEIGHT_TOLERANCE = 30;
export const MAX_MESSAGE = 4000;
export const MAX_REVIEW = 4000;
export const MAX_RESPONSE = 2000;
export const MAX_ESTIMATE_LABEL = 120;
export const MAX_ESTIMATE_COMMENT = 500;
export const MAX_TRACKING_CODE = 60;
export const MAX_CANCEL_REASON = 500;

/** Input that is parsed: a time of day, a position copied from a map, the short code of an order. */
export const MAX_CLOCK = 5;
export const MAX_POSITION = 60;
export const MAX_SHORT_CODE = 20;

/** Reports of errors. */
export const MAX_ERROR_MESSAGE = 300;
export const MAX_ERROR_STACK = 2000;
export const MAX_ERROR_PAGE = 64;

/** Searches. */
export const MAX_SEARCH = 100;
export const MAX_LIST_SEARCH = 80;

/** Lengths of lists. */
export const MAX_PRODUCT_IMAGES = 20;
export const MAX_PRODUCT_REFERENCES = 20;
export const MAX_ATTRIBUTES = 50;
export const MAX_OPTIONS = 20;
export const MAX_OPTION_VALUES = 100;
export const MAX_STORE_IMAGES = 30;
export const MAX_OPENING_ROWS = 20;
export const MAX_CLOSED_DAYS = 50;
export const MAX_DISTANCE_TIERS = 50;
export const MAX_TIME_SLOTS = 10;
export const MAX_ESTIMATE_LINES = 30;
/** More lines than any real cart has. */
export const MAX_CART_LINES = 200;

/** Numbers. */
export const MAX_STOCK = 999_999;
export const MAX_CENTIMETRES = 1000;
export const MAX_KILOGRAMS = 1000;
export const MAX_KILOMETRES = 1000;
export const MAX_PREPARATION_MINUTES = 86_400;
/** Orders of a collection slot. */
export const MAX_SLOT_ORDERS = 500;
export const MAX_QUANTITY = 999;
export const MAX_ESTIMATE_QUANTITY = 9999;
/** Total of a cart or order. Even with a delivery for each line of the largest cart, it fits its column. */
export const MAX_ORDER_CENTS = 1_000_000_00;
