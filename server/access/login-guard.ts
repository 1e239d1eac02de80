// Slows down guessing of passwords. Wrong tries are counted for each account from each address, and for each address over all
// accounts; never for an account alone, since anyone who knows its e-mail address could lock its owner out. A device that has
// logged in to the account before is counted by itself, so that nobody behind the same address (a town hall, a mobile
// carrier) can lock it out either.
// Guarantees: past the free tries each further one waits twice as long as the one before, an hour at most; a try counts
// from its start, so many at once gain nothing; passwords are compared two at a time, and no more wait
// for it than can be served within moments, of one address a quarter of them.
import { LRUCache } from 'lru-cache';
import { type Refusal, tooMany } from '../runtime/errors.ts';

const SECOND = 1_000;
const LONGEST_WAIT = 60 * 60 * SECOND;
const FIRST_WAIT = 60 * SECOND;
/** Wrong tries that cost nothing: of one account from one address or known device, and of one address within an hour. */
const FREE = { pair: 5, place: 300 };
const DAY = 24 * 60 * 60 * SECOND;
const PLACE_WINDOW = 60 * 60 * SECOND;
const MOST_KEPT = 20_000;
const AT_ONCE = 2;
const MOST_WAITING = 40;

interface Tries {
  number: number;
  /** Milliseconds since 1970. */
  blockedUntil: number;
  forgottenAt: number;
}

export interface Attempt {
  /** The password was right. */
  succeeded(): void;
}

export class LoginGuard {
  private readonly pairs = new LRUCache<string, Tries>({ max: MOST_KEPT });
  private readonly places = new LRUCache<string, Tries>({ max: MOST_KEPT });
  private comparing = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly busyPlaces = new Map<string, number>();

  /**
   * @param leniency the free tries are that many times more
   * @param onRefused hears from which address somebody was made to wait
   */
  constructor(
    private readonly leniency: number,
    private readonly onRefused: (address: string) => void,
  ) {}

  /**
   * Counts a try; throws a 429 for a caller that has to wait.
   * @param knownAs names a device, or a session, that has shown the right password of this account before
   */
  attempt(address: string, login: string, now: Date, knownAs: string | null = null): Attempt {
    const place = placeOf(address);
    const pair = `${knownAs ?? place} ${login.trim().toLowerCase().slice(0, 200)}`;
    const at = now.getTime();
    const tries = current(this.pairs.peek(pair), at);
    const ofPlace = knownAs === null ? current(this.places.peek(place), at) : null;
    const blockedUntil = Math.max(tries.blockedUntil, ofPlace?.blockedUntil ?? 0);
    if (blockedUntil > at) throw this.refused(address, Math.ceil((blockedUntil - at) / SECOND));

    tries.number += 1;
    const beyond = tries.number - FREE.pair * this.leniency;
    const wait = beyond < 0 ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(beyond, 10));
    tries.blockedUntil = wait > 0 ? at + wait : 0;
    tries.forgottenAt = at + wait + DAY;
    this.pairs.set(pair, tries);
    if (ofPlace) {
      ofPlace.number += 1;
      if (ofPlace.number === 1) ofPlace.forgottenAt = at + PLACE_WINDOW;
      ofPlace.blockedUntil = ofPlace.number >= FREE.place * this.leniency ? ofPlace.forgottenAt : 0;
      this.places.set(place, ofPlace);
    }
    return {
      succeeded: () => {
        this.pairs.delete(pair);
        // Only this try is taken back: one's own account must not clear the guesses at others.
        if (!ofPlace) return;
        ofPlace.number -= 1;
        if (ofPlace.number < FREE.place * this.leniency) ofPlace.blockedUntil = 0;
      },
    };
  }

  /** Runs `compare` when it is its turn. */
  async compared<T>(address: string, compare: () => Promise<T>): Promise<T> {
    const place = placeOf(address);
    const own = this.busyPlaces.get(place) ?? 0;
    if (this.waiting.length >= MOST_WAITING * this.leniency || own > (MOST_WAITING * this.leniency) / 4)
      throw this.refused(address, 2);
    this.busyPlaces.set(place, own + 1);
    try {
      if (this.comparing >= AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
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

const current = (tries: Tries | undefined, at: number): Tries =>
  tries && tries.forgottenAt > at ? tries : { number: 0, blockedUntil: 0, forgottenAt: 0 };

/** Whoever has one address of version 6 has 2^64 of them. */
export function placeOf(address: string): string {
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
