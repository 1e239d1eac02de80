// Newsletter consent of the logged-in user. Requires the network.
import { ownDataEndpoints } from '#contract/account/own-data.ts';
import { type CallFailure, callEndpoint, callFailure } from '../api/call-endpoint.ts';

type Consent = { outcome: 'known'; registered: boolean } | CallFailure;

export const readNewsletterConsent = (userId: string): Promise<Consent> =>
  consent(() => callEndpoint(ownDataEndpoints['users.newsletter'], userId));

export const changeNewsletterConsent = (userId: string, registered: boolean): Promise<Consent> =>
  consent(() => callEndpoint(ownDataEndpoints['users.setNewsletter'], userId, { registered }));

async function consent(call: () => Promise<{ registered: boolean }>): Promise<Consent> {
  try {
    return { outcome: 'known', registered: (await call()).registered };
  } catch (failure) {
    return callFailure(failure);
  }
}
