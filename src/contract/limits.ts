// The limits of what people type: the contract refuses what is beyond them, and the fields of forms take no more.
// Numbers only, so that a first view carries no more of the contract for them.

/** Characters: of a shop, its products and pictures. */
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
/** Of an amount as it is typed. */
export const MAX_AMOUNT = 40;

/** Of people and addresses. */
export const MAX_PERSON_NAME = 80;
export const MAX_ADDRESS_LINE = 120;
export const MAX_POSTAL_CODE = 10;
export const MAX_CITY = 80;
export const MAX_PHONE = 30;
export const MAX_EMAIL = 180;
export const MAX_PASSWORD = 200;

/** Of what people write to each other. */
export const MAX_SUBJECT = 150;
export const MAX_MESSAGE = 4000;
export const MAX_REVIEW = 4000;
export const MAX_RESPONSE = 2000;
export const MAX_ESTIMATE_LABEL = 120;
export const MAX_ESTIMATE_COMMENT = 500;
export const MAX_TRACKING_CODE = 60;
export const MAX_CANCEL_REASON = 500;

/** As they are typed, before they are read: a time of the day, a position as maps let it be copied, the short code of an order. */
export const MAX_CLOCK = 5;
export const MAX_POSITION = 60;
export const MAX_SHORT_CODE = 20;

/** Of searches. */
export const MAX_SEARCH = 100;
export const MAX_LIST_SEARCH = 80;

/** Things of a list. */
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
/** A cart with more lines than this is no one's shopping. */
export const MAX_CART_LINES = 200;

/** Values. */
export const MAX_STOCK = 999_999;
export const MAX_CENTIMETRES = 1000;
export const MAX_KILOGRAMS = 1000;
export const MAX_KILOMETRES = 1000;
export const MAX_PREPARATION_MINUTES = 86_400;
export const MAX_QUANTITY = 999;
export const MAX_ESTIMATE_QUANTITY = 9999;
/**
 * What a cart or order comes to. With the delivery of as many shops as a cart has lines it still fits the numbers it is stored in.
 */
export const MAX_ORDER_CENTS = 1_000_000_00;
