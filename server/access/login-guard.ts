// Login guard: slows down password guessing. Failed attempts are counted per account and network, and per network over
// all accounts; never per account alone, because anyone who knows its e-mail address could then lock out its owner. A
// known device is counted separately, so that others behind the same network address (a town hall, a mobile carrier)
// cannot lock it out.
// Guarantees: an attempt counts from its start, so parallel attempts gain nothing; two passwords are compared at a time
// in each process, the queue is short, and one network fills at most a quarter of it.
import { type Refusal, tooMany } from '../runtime/errors.ts';
import type { LoginAttempts } from './login-attempts.ts';

const SECOND_MS = 1_000;
const MAX_COMPARISONS = 2;
const MAX_WAITING = 40;

export interface Attempt {
  /** Removes the attempt from the counts once the password was correct. */
  succeeded(): Promise<void>;
}

export class LoginGuard {
  private comparing = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly busyPlaces = new Map<string, number>();

  /**
   * @param leniency factor on the length of the queue
   * @param onRefused called with the address of each rejected attempt
   */
  constructor(
    private readonly attempts: LoginAttempts,
    private readonly leniency: number,
    private readonly onRefused: (address: string) => void,
  ) {}

  /**
   * Counts an attempt.
   * @param knownAs id of a device or session that has presented this account's password before
   * @throws Refusal 429 while the caller has to wait
   */
  async attempt(address: string, login: string, now: Date, knownAs: string | null = null): Promise<Attempt> {
    const network = networkOf(address);
    const keys = {
      pair: `${knownAs ?? network} ${login.trim().toLowerCase().slice(0, 200)}`,
      place: knownAs === null ? network : null,
    };
    const at = now.getTime();
    const blockedUntil = await this.attempts.count(keys, at);
    if (blockedUntil !== null) throw this.refused(address, Math.ceil((blockedUntil - at) / SECOND_MS));
    return { succeeded: () => this.attempts.forgive(keys, at) };
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
