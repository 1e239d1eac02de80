// Login attempts: counts failed attempts per pair (an account, with a network or a known device) and per network.
// Guarantees: after the free attempts each further one of a pair doubles its wait, up to an hour; a network over its
// limit waits for the end of its hour; an attempt while either waits counts nowhere.
import { LRUCache } from 'lru-cache';

const SECOND_MS = 1_000;
const LONGEST_WAIT = 60 * 60 * SECOND_MS;
const FIRST_WAIT = 60 * SECOND_MS;
const MAX_DOUBLINGS = 10;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
const PLACE_WINDOW = 60 * 60 * SECOND_MS;
/** Free failed attempts: per pair, and per network within an hour. */
const FREE_ATTEMPTS = { pair: 5, place: 300 };
const MAX_COUNTERS = 20_000;

export interface AttemptLimits {
  pair: number;
  place: number;
  firstWait: number;
  longestWait: number;
  maxDoublings: number;
  /** Milliseconds for which a pair is remembered after its wait, and a network from its first attempt. */
  pairMemory: number;
  placeWindow: number;
}

/** @param leniency factor on the number of free attempts */
export const attemptLimits = (leniency: number): AttemptLimits => ({
  pair: FREE_ATTEMPTS.pair * leniency,
  place: FREE_ATTEMPTS.place * leniency,
  firstWait: FIRST_WAIT,
  longestWait: LONGEST_WAIT,
  maxDoublings: MAX_DOUBLINGS,
  pairMemory: DAY_MS,
  placeWindow: PLACE_WINDOW,
});

/** Of one attempt; without a place for a known device. */
export interface AttemptKeys {
  pair: string;
  place: string | null;
}

/** Times in milliseconds since 1970. */
export interface LoginAttempts {
  /** Counts an attempt. @returns the end of the wait, if the caller has to wait; then nothing is counted */
  count(keys: AttemptKeys, at: number): Promise<number | null>;
  /**
   * After a correct password: forgets the pair, and removes only this attempt from its network, because a login to
   * one's own account must not clear attempts on others.
   */
  forgive(keys: AttemptKeys, at: number): Promise<void>;
}

interface AttemptCount {
  number: number;
  blockedUntil: number;
  endsAt: number;
}

const currentCount = (known: AttemptCount | undefined, at: number): AttemptCount =>
  known && known.endsAt > at ? known : { number: 0, blockedUntil: 0, endsAt: 0 };

/** Of one process. */
export function attemptsInMemory(limits: AttemptLimits): LoginAttempts {
  const pairs = new LRUCache<string, AttemptCount>({ max: MAX_COUNTERS });
  const places = new LRUCache<string, AttemptCount>({ max: MAX_COUNTERS });
  return {
    count: async ({ pair, place }, at) => {
      const tries = currentCount(pairs.peek(pair), at);
      const ofPlace = place === null ? null : currentCount(places.peek(place), at);
      const blockedUntil = Math.max(tries.blockedUntil, ofPlace?.blockedUntil ?? 0);
      if (blockedUntil > at) return blockedUntil;

      tries.number += 1;
      const beyond = Math.min(tries.number - limits.pair, limits.maxDoublings);
      const wait = beyond < 0 ? 0 : Math.min(limits.longestWait, limits.firstWait * 2 ** beyond);
      tries.blockedUntil = at + wait;
      tries.endsAt = at + wait + limits.pairMemory;
      pairs.set(pair, tries);
      if (ofPlace && place !== null) {
        ofPlace.number += 1;
        if (ofPlace.number === 1) ofPlace.endsAt = at + limits.placeWindow;
        ofPlace.blockedUntil = ofPlace.number >= limits.place ? ofPlace.endsAt : 0;
        places.set(place, ofPlace);
      }
      return null;
    },
    forgive: async ({ pair, place }, at) => {
      pairs.delete(pair);
      const ofPlace = place === null ? undefined : places.peek(place);
      if (!ofPlace || ofPlace.endsAt <= at) return;
      ofPlace.number -= 1;
      if (ofPlace.number < limits.place) ofPlace.blockedUntil = 0;
    },
  };
}
