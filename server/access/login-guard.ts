// Slows down who guesses passwords, and nobody else: wrong tries are counted for each account from each place, and for
// each place over all accounts, never for an account alone, whose owner would be shut out by whoever knows the address.
// Guarantees: past the free tries each further one waits twice as long as the one before, an hour at most; a try counts
// from its start, so many at once gain nothing; passwords are compared two at a time, and no more wait
// for it than can be served within moments, of one place a quarter of them.
import { type Refusal, tooMany } from '../runtime/errors.ts';

const SECOND = 1_000;
const LONGEST_WAIT = 60 * 60 * SECOND;
const FIRST_WAIT = 60 * SECOND;
/** Wrong tries that cost nothing: of one account from one place, and from one place in all. */
const FREE = { pair: 5, place: 20 };
/** How long after the last wrong try all is forgotten. */
const FORGOTTEN_AFTER = { pair: 24 * 60 * 60 * SECOND, place: 60 * 60 * SECOND };
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
  private readonly tries = { pair: new Map<string, Tries>(), place: new Map<string, Tries>() };
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

  /** Counts a try; refuses with 429 who has to wait. */
  attempt(address: string, login: string, now: Date): Attempt {
    const place = placeOf(address);
    const pair = `${place} ${login.trim().toLowerCase().slice(0, 200)}`;
    const at = now.getTime();
    const blocked = Math.max(this.blockedUntil('pair', pair, at), this.blockedUntil('place', place, at));
    if (blocked > at) throw this.refused(address, Math.ceil((blocked - at) / SECOND));
    this.count('pair', pair, at);
    const before = this.tries.place.get(place)?.blockedUntil ?? 0;
    this.count('place', place, at);
    const own = this.tries.place.get(place)?.blockedUntil;
    return {
      succeeded: () => {
        this.tries.pair.delete(pair);
        // Only this one is taken back: one's own account must not clear the guesses at others.
        const held = this.tries.place.get(place);
        if (!held) return;
        held.number -= 1;
        if (held.blockedUntil === own) held.blockedUntil = before;
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

  private blockedUntil(kind: keyof typeof FREE, key: string, at: number): number {
    const held = this.tries[kind].get(key);
    if (!held) return 0;
    if (held.forgottenAt <= at) this.tries[kind].delete(key);
    return held.forgottenAt <= at ? 0 : held.blockedUntil;
  }

  private count(kind: keyof typeof FREE, key: string, at: number): void {
    const kept = this.tries[kind];
    const number = (kept.get(key)?.number ?? 0) + 1;
    const beyond = number - FREE[kind] * this.leniency;
    const wait = beyond < 0 ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(beyond, 10));
    kept.delete(key);
    kept.set(key, { number, blockedUntil: wait > 0 ? at + wait : 0, forgottenAt: at + wait + FORGOTTEN_AFTER[kind] });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  }
}

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
