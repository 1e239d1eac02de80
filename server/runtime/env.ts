// Settings: reads and validates the environment once.
// Guarantee: every setting is valid, or one error lists each invalid one with its expected format.
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { parseStorageUrl, type S3Location } from './storage-url.ts';

export type Mode = 'production' | 'development' | 'test';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

export interface Env {
  mode: Mode;
  /** Null: the default of the mode. */
  logLevel: LogLevel | null;
  port: number;
  host: string;
  /** Where Prometheus reads the metrics; null: nowhere. */
  metrics: { port: number; host: string } | null;
  /** Absolute path of the folder with database, keys, files and stored mails. */
  dataDir: string;
  /** PostgreSQL address; null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** PostgreSQL itself, where `databaseUrl` is a pooler; null: there is none. */
  directUrl: string | null;
  /** S3 that has the files; null: they are in `dataDir`. */
  storage: S3Location | null;
  /** Public address without a trailing slash. */
  publicUrl: string;
  /** Null: mails are stored as .eml files in `dataDir`/outbox. */
  smtpUrl: string | null;
  tileUrl: string;
  /** Minutes to pay before the order expires and its stock is released. */
  paymentMinutes: number;
  /** Seconds of listening after SIGTERM while health reports the shutdown. */
  stopGraceSeconds: number;
  /** Fill an empty market with the demo market, and mark its pages as a demo. */
  demo: boolean;
  /** Online payments. sandbox: a trial page without money; none: not offered. */
  payment: 'sandbox' | 'stripe' | 'none';
  /** Set if payment is 'stripe'. */
  stripe: StripeSettings | null;
  /** Proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  /** Additional push services: hosts (with subdomains) or origins such as http://localhost:9000. */
  pushHosts: string[];
}

export interface StripeSettings {
  secretKey: string;
  /** Of each webhook endpoint, separated by commas. */
  webhookSecret: string;
  /** Alternative Stripe API address, for tests only. */
  api?: string;
  /** Request timeout in milliseconds. */
  timeout?: number;
}

export class SettingsError extends Error {
  override name = 'SettingsError';
  constructor(readonly problems: string[]) {
    super(`Réglages à corriger\u00a0:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

const DEFAULT_TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

function urlSchema(protocols: string[], message: string) {
  return z.string().check(
    z.refine((value: string) => {
      if (!URL.canParse(value)) return false;
      const url = new URL(value);
      return protocols.includes(url.protocol) && url.hostname !== '';
    }, message),
  );
}

const text = (isValid: (value: string) => boolean, message: string) =>
  z.optional(z.string().check(z.refine(isValid, message)));

const portSchema = text(
  (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65535,
  'attend un numéro de port, de 0 à 65535',
);
const hostSchema = z.optional(
  z.string().check(z.regex(/^[A-Za-z0-9.:_-]+$/, 'attend une adresse ou un nom de machine, comme 0.0.0.0')),
);

/** A password with such a sign ends the address early. */
const ESCAPES =
  'un mot de passe y écrit «\u00a0/\u00a0» %2F, «\u00a0#\u00a0» %23, «\u00a0?\u00a0» %3F, «\u00a0@\u00a0» %40';
const databaseUrlSchema = z.optional(
  urlSchema(
    ['postgres:', 'postgresql:'],
    `attend une adresse comme postgres://utilisateur:motdepasse@machine:5432/base\u00a0; ${ESCAPES}`,
  ),
);

const settings = z.object({
  NODE_ENV: z.optional(z.enum(['production', 'development', 'test'], 'attend production, development ou test')),
  LOG_LEVEL: z.optional(z.enum(logLevels, `attend l’un de ces mots\u00a0: ${logLevels.join(', ')}`)),
  PORT: portSchema,
  HOST: hostSchema,
  METRICS_PORT: portSchema,
  METRICS_HOST: hostSchema,
  DATA_DIR: z.optional(z.string().check(z.minLength(1, 'attend le chemin d’un dossier'))),
  DATABASE_URL: databaseUrlSchema,
  DATABASE_DIRECT_URL: databaseUrlSchema,
  STORAGE_URL: text(
    (value) => parseStorageUrl(value) !== null,
    'attend une adresse comme s3://cle:secret@s3.example.org/bucket?region=eu-west-3',
  ),
  PUBLIC_URL: z.optional(urlSchema(['http:', 'https:'], 'attend une adresse qui commence par http:// ou https://')),
  SMTP_URL: z.optional(
    urlSchema(
      ['smtp:', 'smtps:'],
      `attend une adresse comme smtp://utilisateur:motdepasse@machine:587\u00a0; ${ESCAPES}`,
    ),
  ),
  TILE_URL: text(
    (value) => /^https?:\/\//.test(value) && ['{z}', '{x}', '{y}'].every((part) => value.includes(part)),
    'attend une adresse http(s) qui contient {z}, {x} et {y}',
  ),
  PAYMENT_MINUTES: text(
    (value) => /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= 1440,
    'attend un nombre de minutes, de 1 à 1440',
  ),
  STOP_GRACE_SECONDS: text(
    (value) => /^\d{1,3}$/.test(value) && Number(value) <= 600,
    'attend un nombre de secondes, de 0 à 600',
  ),
  DEMO: z.optional(z.enum(['0', '1'], 'attend 1 (marché de démonstration) ou 0')),
  PAYMENT: z.optional(
    z.enum(['sandbox', 'stripe', 'none'], 'attend sandbox (paiements à l’essai, sans argent), stripe ou none'),
  ),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^(sk|rk)_(test|live)_\w+$/, 'attend une clé comme sk_live_… ou sk_test_…')),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z.string().check(z.regex(/^whsec_[\w+/=]+(,whsec_[\w+/=]+)*$/, 'attend whsec_…, ou deux séparés par une virgule')),
  ),
  TRUSTED_PROXIES: z.optional(
    z.string().check(z.regex(/^[0-9a-fA-F.:/, ]+$/, 'attend des adresses séparées par des virgules')),
  ),
  PUSH_HOSTS: text(
    (value) => splitList(value).every((one) => /^(https?:\/\/)?[a-z0-9.-]+(:\d{1,5})?$/.test(one)),
    'attend des noms de machines séparés par des virgules, comme push.example.org',
  ),
});

/** Splits a comma-separated list. */
function splitList(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Minutes: a Stripe session lives at most a day, and must outlive the payment time by half an hour. */
const MAX_STRIPE_MINUTES = 1400;

/** Reports incomplete combinations of settings: payments must never reach an unconfigured account. */
function incompleteSettings(value: z.output<typeof settings>): string[] {
  const keys = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
  if (value.PAYMENT !== 'stripe') {
    return keys.filter((name) => value[name]).map((name) => `${name} ne sert à rien sans PAYMENT=stripe`);
  }
  const problems = keys
    .filter((name) => !value[name])
    .map((name) => `${name} manque\u00a0: PAYMENT=stripe en a besoin`);
  if (Number(value.PAYMENT_MINUTES ?? 0) > MAX_STRIPE_MINUTES) {
    problems.push(`PAYMENT_MINUTES attend ${MAX_STRIPE_MINUTES} au plus, avec PAYMENT=stripe`);
  }
  if (!value.STRIPE_SECRET_KEY?.includes('_live_')) return problems;
  if (!value.PUBLIC_URL?.startsWith('https:'))
    problems.push('PUBLIC_URL attend https://, avec une clé réelle de Stripe');
  if (value.DEMO !== '0')
    problems.push('DEMO attend 0, avec une clé réelle de Stripe\u00a0: les comptes d’essai sont ouverts à tous');
  return problems;
}

/** Empty strings count as unset. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        const shown = /URL|STRIPE/.test(name) ? '' : ` (reçu\u00a0: ${JSON.stringify(given[name])})`;
        return `${name} ${issue.message}${shown}`;
      }),
    );
  }
  const value = parsed.data;
  const halves = incompleteSettings(value);
  if (halves.length > 0) throw new SettingsError(halves);
  const port = Number(value.PORT ?? 4173);
  const host = value.HOST ?? '127.0.0.1';
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    mode: value.NODE_ENV ?? 'production',
    logLevel: value.LOG_LEVEL ?? null,
    port,
    host,
    metrics: value.METRICS_PORT ? { port: Number(value.METRICS_PORT), host: value.METRICS_HOST ?? '127.0.0.1' } : null,
    dataDir: resolve(value.DATA_DIR ?? './data'),
    databaseUrl: value.DATABASE_URL ?? null,
    directUrl: value.DATABASE_DIRECT_URL ?? null,
    storage: parseStorageUrl(value.STORAGE_URL),
    publicUrl: (value.PUBLIC_URL ?? `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`).replace(
      /\/+$/,
      '',
    ),
    smtpUrl: value.SMTP_URL ?? null,
    tileUrl: value.TILE_URL ?? DEFAULT_TILES,
    paymentMinutes: Number(value.PAYMENT_MINUTES ?? 30),
    stopGraceSeconds: Number(value.STOP_GRACE_SECONDS ?? 5),
    demo: value.DEMO !== '0',
    // Without an explicit choice, a real market never accepts trial payments.
    payment: value.PAYMENT ?? (value.DEMO === '0' ? 'none' : 'sandbox'),
    stripe:
      value.STRIPE_SECRET_KEY && value.STRIPE_WEBHOOK_SECRET
        ? { secretKey: value.STRIPE_SECRET_KEY, webhookSecret: value.STRIPE_WEBHOOK_SECRET }
        : null,
    trustedProxies: splitList(value.TRUSTED_PROXIES ?? ''),
    pushHosts: splitList(value.PUSH_HOSTS ?? ''),
  };
}
