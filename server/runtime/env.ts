// Reads the settings of the market from the environment, and validates them once.
// Guarantee: either every setting is usable, or one error names each bad one and what it should be.
import { resolve } from 'node:path';
import * as z from 'zod/mini';

export type Mode = 'production' | 'development' | 'test';

export interface Env {
  mode: Mode;
  port: number;
  host: string;
  /** Absolute path of the folder that holds the database, keys, images and kept mails. */
  dataDir: string;
  /** PostgreSQL's address; null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** Where people reach the market, without a final slash. */
  publicUrl: string;
  /** Null: mails are kept as .eml files under `dataDir`/outbox. */
  smtpUrl: string | null;
  tileUrl: string;
  /** Minutes a shopper has to answer at the payment provider's, before the order ends and the stock goes back. */
  paymentMinutes: number;
  /** Seconds for which it still listens after SIGTERM, while health says that it stops. */
  stopGraceSeconds: number;
  /** Fill an empty market with the demonstration market, and say on its pages that it is one. */
  demo: boolean;
  /** Who takes payments online. sandbox: a page that takes no money, for tries; none: not offered. */
  payment: 'sandbox' | 'stripe' | 'none';
  /** Set when Stripe takes them. */
  stripe: StripeSettings | null;
  /** Addresses of the proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Push services besides the browsers' own: hosts (what is below them, too), or whole origins such as http://localhost:9000. */
  pushHosts: string[];
}

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Another place that speaks as Stripe does; no setting: for tests. */
  api?: string;
  /** Milliseconds it is waited for. */
  patience?: number;
}

export class SettingsError extends Error {
  override name = 'SettingsError';
  constructor(readonly problems: string[]) {
    super(`Settings that cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

const DEFAULT_TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

function urlOf(protocols: string[], message: string) {
  return z.string().check(
    z.refine((value: string) => {
      if (!URL.canParse(value)) return false;
      const url = new URL(value);
      return protocols.includes(url.protocol) && url.hostname !== '';
    }, message),
  );
}

const settings = z.object({
  NODE_ENV: z.optional(z.enum(['production', 'development', 'test'], 'must be production, development or test')),
  PORT: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65535,
          'must be a port number, 0 to 65535',
        ),
      ),
  ),
  HOST: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9.:_-]+$/, 'must be an address or a host name, such as 0.0.0.0')),
  ),
  DATA_DIR: z.optional(z.string().check(z.minLength(1, 'must be the path of a folder'))),
  DATABASE_URL: z.optional(
    urlOf(['postgres:', 'postgresql:'], 'must look like postgres://user:password@host:5432/database'),
  ),
  PUBLIC_URL: z.optional(urlOf(['http:', 'https:'], 'must be an http:// or https:// address')),
  SMTP_URL: z.optional(urlOf(['smtp:', 'smtps:'], 'must look like smtp://user:password@host:587')),
  TILE_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value: string) => /^https?:\/\//.test(value) && ['{z}', '{x}', '{y}'].every((part) => value.includes(part)),
          'must be an http(s) address that contains {z}, {x} and {y}',
        ),
      ),
  ),
  PAYMENT_MINUTES: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value: string) => /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= 1440,
          'must be a number of minutes, 1 to 1440',
        ),
      ),
  ),
  STOP_GRACE_SECONDS: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value: string) => /^\d{1,3}$/.test(value) && Number(value) <= 600,
          'must be a number of seconds, 0 to 600',
        ),
      ),
  ),
  DEMO: z.optional(z.enum(['0', '1'], 'must be 1 (fill an empty market) or 0')),
  PAYMENT: z.optional(
    z.enum(['sandbox', 'stripe', 'none'], 'must be sandbox (payments on trial, without money), stripe or none'),
  ),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^(sk|rk)_(test|live)_\w+$/, 'must look like sk_live_… or sk_test_…')),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.regex(/^whsec_[\w+/=]+$/, 'must look like whsec_…'))),
  TRUSTED_PROXIES: z.optional(
    z.string().check(z.regex(/^[0-9a-fA-F.:/, ]+$/, 'must be addresses separated by commas')),
  ),
  PUSH_HOSTS: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value: string) => listed(value).every((one) => /^(https?:\/\/)?[a-z0-9.-]+(:\d{1,5})?$/.test(one)),
          'must be hosts or origins separated by commas, such as push.example.org',
        ),
      ),
  ),
});

/** Separated by commas. */
function listed(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Minutes: Stripe keeps a session for a day at most, and half an hour beyond its time at least. */
const LONGEST_AT_STRIPE = 1400;

/** What belongs together, said where a part of it is missing: money must never go where nobody looks for it. */
function halfConfigured(value: z.output<typeof settings>): string[] {
  const keys = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
  if (value.PAYMENT !== 'stripe') {
    return keys.filter((name) => value[name]).map((name) => `${name} is of no use without PAYMENT=stripe`);
  }
  const problems = keys.filter((name) => !value[name]).map((name) => `${name} must be set, with PAYMENT=stripe`);
  if (Number(value.PAYMENT_MINUTES ?? 0) > LONGEST_AT_STRIPE) {
    problems.push(`PAYMENT_MINUTES must be at most ${LONGEST_AT_STRIPE}, with PAYMENT=stripe`);
  }
  if (!value.STRIPE_SECRET_KEY?.includes('_live_')) return problems;
  if (!value.PUBLIC_URL?.startsWith('https:')) problems.push('PUBLIC_URL must be https://, with a live key of Stripe');
  if (value.DEMO !== '0') problems.push('DEMO must be 0, with a live key of Stripe: its accounts are open to all');
  return problems;
}

/** A setting given as an empty string counts as not given. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        const shown = /URL|STRIPE/.test(name) ? '' : ` (given: ${JSON.stringify(given[name])})`;
        return `${name} ${issue.message}${shown}`;
      }),
    );
  }
  const value = parsed.data;
  const halves = halfConfigured(value);
  if (halves.length > 0) throw new SettingsError(halves);
  const port = Number(value.PORT ?? 4173);
  const host = value.HOST ?? '127.0.0.1';
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    mode: value.NODE_ENV ?? 'production',
    port,
    host,
    dataDir: resolve(value.DATA_DIR ?? './data'),
    databaseUrl: value.DATABASE_URL ?? null,
    publicUrl: (value.PUBLIC_URL ?? `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`).replace(
      /\/+$/,
      '',
    ),
    smtpUrl: value.SMTP_URL ?? null,
    tileUrl: value.TILE_URL ?? DEFAULT_TILES,
    paymentMinutes: Number(value.PAYMENT_MINUTES ?? 30),
    stopGraceSeconds: Number(value.STOP_GRACE_SECONDS ?? 5),
    demo: value.DEMO !== '0',
    // Goods are never handed out against payments that nobody made, unless that was asked for.
    payment: value.PAYMENT ?? (value.DEMO === '0' ? 'none' : 'sandbox'),
    stripe:
      value.STRIPE_SECRET_KEY && value.STRIPE_WEBHOOK_SECRET
        ? { secretKey: value.STRIPE_SECRET_KEY, webhookSecret: value.STRIPE_WEBHOOK_SECRET }
        : null,
    trustedProxies: listed(value.TRUSTED_PROXIES ?? ''),
    pushHosts: listed(value.PUSH_HOSTS ?? ''),
  };
}
