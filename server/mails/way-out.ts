// Ways out of mails that are sent by consent: links that end them without a login, for newsletters and stock alerts.
// Guarantees: a link names one account or address and cannot be guessed; it never expires, since a mail may be read
// years later.
import type { DownloadKeys } from '../access/download-keys.ts';
import type { Env } from '../runtime/env.ts';

export const WAYS_OUT = ['lettre', 'alertes'] as const;
export type WayOutKind = (typeof WAYS_OUT)[number];

export interface LinkServices {
  env: Pick<Env, 'publicUrl'>;
  downloads: DownloadKeys;
}

export const wayOutPath = (kind: WayOutKind): string => `/desinscription/${kind}`;

/** Of other kinds than the links of files, which the same keys sign. */
const signedText = (kind: WayOutKind, subject: string) => `way-out.${kind}.${subject}`;

function wayOut({ env, downloads }: LinkServices, kind: WayOutKind, subject: string): string {
  return `${env.publicUrl}${wayOutPath(kind)}?lien=${subject}.${downloads.sign(signedText(kind, subject))}`;
}

/** Address of the page that ends the newsletter for this account. */
export const newsletterWayOut = (services: LinkServices, userId: string): string => wayOut(services, 'lettre', userId);

/** Address of the page that ends all stock alerts to this address. */
export const alertsWayOut = (services: LinkServices, email: string): string =>
  wayOut(services, 'alertes', Buffer.from(email).toString('base64url'));

/** @returns the account's id or the address; null for a link that this market has not made */
export function openWayOut({ downloads }: Pick<LinkServices, 'downloads'>, kind: WayOutKind, link: string) {
  const [, subject = '', signature = ''] = /^([\w-]{1,400})\.([\w-]{43})$/.exec(link) ?? [];
  if (!downloads.verifies(signedText(kind, subject), signature)) return null;
  return kind === 'lettre' ? subject : Buffer.from(subject, 'base64url').toString();
}
