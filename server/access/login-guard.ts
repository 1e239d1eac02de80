// Login guard: slows down password guessing. Failed attempts are counted per account and network, and per network over
// all accounts; never per account alone, because anyone who knows its e-mail address could then lock out its owner. A
// known device is counted separately, so that others behind the same network address (a town hall, a mobile carrier)
// cannot lock it out.
// Guarantees: after the free attempts each further one doubles the wait, up to an hour; an attempt counts from its
// start, so parallel attempts gain nothing; two passwords are compared at a time, the queue is short, and one network
// fills at most a quarter of it.
import { LRUCache } from 'lru-cache';
import { type Refusal, tooMany } from '../runtime/errors.ts';

const SECOND = 1_000;
const LONGEST_WAIT = 60 * 60 * SECOND;
const FIRST_WAIT = 60 * SECOND;
/** Free failed attempts: per account with one network or known device, and per network within an hour. */
const FREE_ATTEMPTS = { pair: 5, place: 300 };
const DAY = 24 * 60 * 60 * SECOND;
const PLACE_WINDOW = 60 * 60 * SECOND;
const MAX_COUNTERS = 20_000;
const MAX_COMPARISONS = 2;
const MAX_WAITING = 40;

interface AttemptCount {
  number: number;
  /** Milliseconds since 1970. */
  blockedUntil: number;
  forgottenAt: number;
}

export interface Attempt {
  /** Removes the attempt from the counts once the password was correct. */
  succeeded(): void;
}

export class LoginGuard {
  private readonly pairs = new LRUCache<string, AttemptCount>({ max: MAX_COUNTERS });
  private readonly places = new LRUCache<string, AttemptCount>({ max: MAX_COUNTERS });
  private comparing = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly busyPlaces = new Map<string, number>();

  /**
   * @param leniency factor on the number of free attempts
   * @param onRefused called with the address of each rejected attempt
   */
  constructor(
    private readonly leniency: number,
    private readonly onRefused: (address: string) => void,
  ) {}

  /**
   * Counts an attempt.
   * @param knownAs id of a device or session that has presented this account's password before
   * @throws Refusal 429 while the caller has to wait
   */
  attempt(address: string, login: string, now: Date, knownAs: string | null = null): Attempt {
    const place = networkOf(address);
    const pair = `${knownAs ?? place} ${login.trim().toLowerCase().slice(0, 200)}`;
    const at = now.getTime();
    const tries = currentCount(this.pairs.peek(pair), at);
    const ofPlace = knownAs === null ? currentCount(this.places.peek(place), at) : null;
    const blockedUntil = Math.max(tries.blockedUntil, ofPlace?.blockedUntil ?? 0);
    if (blockedUntil > at) throw this.refused(address, Math.ceil((blockedUntil - at) / SECOND));

    tries.number += 1;
    const beyond = tries.number - FREE_ATTEMPTS.pair * this.leniency;
    const wait = beyond < 0 ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(beyond, 10));
    tries.blockedUntil = wait > 0 ? at + wait : 0;
    tries.forgottenAt = at + wait + DAY;
    this.pairs.set(pair, tries);
    if (ofPlace) {
      ofPlace.number += 1;
      if (ofPlace.number === 1) ofPlace.forgottenAt = at + PLACE_WINDOW;
      ofPlace.blockedUntil = ofPlace.number >= FREE_ATTEMPTS.place * this.leniency ? ofPlace.forgottenAt : 0;
      this.places.set(place, ofPlace);
    }
    return {
      succeeded: () => {
        this.pairs.delete(pair);
        // Only this attempt is removed: a login to one's own account must not clear attempts on others.
        if (!ofPlace) return;
        ofPlace.number -= 1;
        if (ofPlace.number < FREE_ATTEMPTS.place * this.leniency) ofPlace.blockedUntil = 0;
      },
    };
  }

  /** Runs `compare` when a slot is free. */
  async compareInTurn<T>(address: string, compare: () => Promise<T>): Promise<T> {
    const place = networkOf(address);
    const own = this.busyPlaces.get(place) ?? 0;
    if (this.waiting.length >= MAX_WAITING * this.leniency || own > (MAX_WAITING * this.leniency) / 4)
      throw this.refused(address, 2);
    this.busyPlaces.set(place, own + 1);
    try {
      if (this.comparing >= MAX_COMPARISONS) await new Promise<void>((resolve) => this.waiting.push(resolve));
      else this.comparing += 1;
      try {
        return await compare();
      } finally {
        const next = this.waiting.shift();
        if (next) next();
        else this.comparing -= 1;
      }
    } finally {
      const left = (this.busyPlaces.get(place) ?? 1) - 1;
      if (left > 0) this.busyPlaces.set(place, left);
      else this.busyPlaces.delete(place);
    }
  }

  private refused(address: string, seconds: number): Refusal {
    this.onRefused(address);
    return tooMany(seconds);
  }
}

const currentCount = (tries: AttemptCount | undefined, at: number): AttemptCount =>
  tries && tries.forgottenAt > at ? tries : { number: 0, blockedUntil: 0, forgottenAt: 0 };

/** An IPv6 subscriber owns a /64, so only its prefix counts. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [first = [], last = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const groups = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
