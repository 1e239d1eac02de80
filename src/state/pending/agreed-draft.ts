// Agreed terms of an order that was returned: what its shopper typed, for the next order of the cart.
import type { AgreedTerms } from '#contract/orders/agreed-terms.ts';
import { discardDraft, loadDraft, saveDraft, untyped } from '../session/draft-store.ts';

const key = untyped('commande rendue');

export const saveAgreedTerms = (agreed: AgreedTerms): void => saveDraft(key, { ...agreed });
export const loadAgreedTerms = (): AgreedTerms | null => loadDraft(key) as AgreedTerms | null;
export const discardAgreedTerms = (): void => discardDraft(key);
