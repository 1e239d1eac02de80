// Verdict about a collection code and its order. Pure functions.
// Guarantee: accepts only codes that are signed by the market, for this store, not expired, and for an order that is
// not collected.
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { CollectionProof, ReadCode } from '#domain/orders/collection-code.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import type { Signature } from './signature.ts';

export interface CodeRefusal {
  /** One sentence. */
  title: string;
  /** Advice to the merchant. */
  advice: string;
}

const UNKNOWN_CODE: CodeRefusal = {
  title: 'Ce code n’est pas un code de retrait.',
  advice: 'Votre client trouve le sien dans son compte, sous la commande à retirer.',
};
const FORGED: CodeRefusal = {
  title: 'Ce code est faux\u00a0: ne remettez rien.',
  advice: 'Le marché ne l’a pas signé. Demandez le nom et le numéro de la commande, et cherchez-la dans votre liste.',
};
const UNCHECKED: CodeRefusal = {
  title: 'Ce code ne peut pas être vérifié sur cet appareil.',
  advice: 'La clé du marché n’y est pas encore\u00a0: elle arrivera avec le réseau. En attendant, tapez le code court.',
};
const OTHER_STORE: CodeRefusal = {
  title: 'Cette commande est celle d’une autre boutique.',
  advice: 'Votre client a sans doute plusieurs retraits\u00a0: demandez-lui celui de votre boutique.',
};

interface Checked {
  storeId: string;
  signature: Signature;
  /** The keys have just been fetched, so an unknown key is invalid. */
  keysAreFresh: boolean;
}

/** Null: the code is valid, regardless of its order. */
export function refusalOfCode(code: ReadCode, { storeId, signature, keysAreFresh }: Checked): CodeRefusal | null {
  if (code.kind === 'unrecognized') return UNKNOWN_CODE;
  if (code.kind === 'damaged' || signature === 'forged') return FORGED;
  if (signature === 'unknown-key') return keysAreFresh ? FORGED : UNCHECKED;
  return code.proof.storeId === storeId ? null : OTHER_STORE;
}

/** Null: the order can be handed over. `proof`: null for a typed short code. */
export function refusalOfOrder(order: StoreOrder, proof: CollectionProof | null, now: number): CodeRefusal | null {
  if (order.state === 'canceled') {
    return {
      title: 'Cette commande est annulée\u00a0: ne la remettez pas.',
      advice: 'Votre client a été prévenu par e-mail.',
    };
  }
  if (order.state === 'shipped') {
    const when = order.shippedAt ? ` le ${formatDateTime(order.shippedAt)}` : '';
    return {
      title: `Déjà remise${when}.`,
      advice: 'Ce code a déjà servi\u00a0: ne remettez pas la commande une seconde fois.',
    };
  }
  if (!hasReached(order.state, 'payed')) {
    return {
      title: 'Cette commande n’est pas encore payée.',
      advice: 'Son paiement n’est pas confirmé\u00a0: attendez avant de la remettre.',
    };
  }
  if (proof && proof.expiresAt < now) {
    return {
      title: `Ce code a expiré le ${formatDateTime(new Date(proof.expiresAt))}.`,
      advice: 'Votre client en obtient un nouveau en rouvrant sa commande avec du réseau.',
    };
  }
  return null;
}
