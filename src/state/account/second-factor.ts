// Second factor of the logged-in user: its state, setting it up and switching it off. All require the network.
import { ApiError } from '#api/errors.ts';
import { type NewSecondFactor, secondFactorEndpoints } from '#contract/account/second-factor.ts';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { type CallFailure, callEndpoint, callFailure } from '../api/call-endpoint.ts';

export type { NewSecondFactor };
export interface SecondFactorState {
  state: 'off' | 'on' | 'demo';
  /** Unused recovery codes. */
  recoveryCodes: number;
}

type Answered<T> = { outcome: 'done'; answer: T } | CallFailure;

/** Never rejects. */
async function answered<T>(call: () => Promise<T>): Promise<Answered<T>> {
  try {
    return { outcome: 'done', answer: await call() };
  } catch (failure) {
    if (failure instanceof ApiError) return callFailure(failure);
    console.error(failure);
    return { outcome: 'refused', message: UNEXPECTED_FAILURE, violations: [] };
  }
}

export const readSecondFactor = (userId: string): Promise<Answered<SecondFactorState>> =>
  answered(() => callEndpoint(secondFactorEndpoints['users.secondFactor'], userId));

export const beginSecondFactor = (userId: string, password: string): Promise<Answered<NewSecondFactor>> =>
  answered(() => callEndpoint(secondFactorEndpoints['users.beginSecondFactor'], userId, { password }));

/** @returns the recovery codes, which are shown once */
export const confirmSecondFactor = (userId: string, code: string): Promise<Answered<{ codes: string[] }>> =>
  answered(() => callEndpoint(secondFactorEndpoints['users.confirmSecondFactor'], userId, { code }));

export const removeSecondFactor = (userId: string, password: string): Promise<Answered<undefined>> =>
  answered(() => callEndpoint(secondFactorEndpoints['users.removeSecondFactor'], userId, { password }));
