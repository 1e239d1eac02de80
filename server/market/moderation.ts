// Operator commands for notices and hidden content, beside the administration in the browser. Mails are queued and sent by
// the running server.
import { asc, eq, isNull } from 'drizzle-orm';
import { type NoticeReason, noticeReasons } from '#contract/account/notices.ts';
import type { Db, Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { notices } from '../db/schema/notices.ts';
import { stores } from '../db/schema/stores.ts';
import { type ModerationContext, setVisibility } from '../requests/content-visibility.ts';
import { decideNotice } from '../requests/notices.ts';
import { findContent } from '../requests/reported-content.ts';
import { Refusal } from '../runtime/errors.ts';
import { OperatorError } from './accounts/roles.ts';

type Services = ModerationContext['market'];

/** Four lines per open notice, oldest first. */
export async function describeOpenNotices(db: Db, { env }: Pick<Services, 'env'>): Promise<string[]> {
  const open = await db.select().from(notices).where(isNull(notices.answeredAt)).orderBy(asc(notices.createdAt));
  if (open.length === 0) return ['Aucun signalement n’attend de réponse.'];
  return open.flatMap(({ number, reason, explanation, name, email, subject, page, content, createdAt }) => [
    `n° ${number}, ${createdAt.toISOString().slice(0, 10)}, ${noticeReasons[reason as NoticeReason]}, de ${email === '' ? 'une personne anonyme' : `${name} (${email})`}`,
    `  ${explanation.replaceAll('\n', '\n  ')}`,
    `  contenu : ${content}`,
    `  ${subject}, ${env.publicUrl}${page}`,
  ]);
}

export async function answerNotice(
  db: Db,
  market: Services,
  { number, action, reasons, now }: { number: string; action: string; reasons: string; now: Date },
): Promise<string> {
  if (action !== 'hide' && action !== 'keep')
    throw new OperatorError(
      'La réponse est «\u00a0hide\u00a0» (masquer le contenu) ou «\u00a0keep\u00a0» (le laisser).',
    );
  const decision = action === 'hide' ? 'hidden' : 'kept';
  try {
    await db.transaction((tx) =>
      decideNotice(tx as Tx, { market, now }, Number(number), { decision, reasons, by: null }),
    );
  } catch (error) {
    if (error instanceof Refusal) throw new OperatorError(`Signalement n° ${number} : ${error.message}`);
    throw error;
  }
  return `Réponse donnée au signalement n° ${number}. Les courriels partent avec le serveur.`;
}

/** @param address IRI of the content, or path of a product's or store's page */
export async function changeContent(
  db: Db,
  market: Services,
  { address, isVisible, reasons, now }: { address: string; isVisible: boolean; reasons: string; now: Date },
): Promise<string> {
  return db.transaction(async (tx) => {
    const content = await findContent(tx as Tx, await iriOf(tx as Tx, address));
    if (!content) throw new OperatorError(`Rien n’a l’adresse ${address}.`);
    if (isVisible === (content.hiddenReason === null))
      return `Rien à changer : ${content.title} ${isVisible ? 'n’est pas masqué' : 'est déjà masqué'}.`;
    await setVisibility(tx as Tx, { market, now }, content, { isVisible, reasons, isNoticed: false, by: null });
    return `C’est fait : ${content.title} ${isVisible ? 'est de nouveau visible' : 'n’est plus visible'}.`;
  });
}

async function iriOf(tx: Tx, address: string): Promise<string> {
  const [, kind, slug = ''] = /\/(produit|boutique)\/([a-z0-9-]+)\/?$/.exec(address) ?? [];
  if (!kind) return address;
  const table = kind === 'produit' ? products : stores;
  const [row] = await tx.select({ id: table.id }).from(table).where(eq(table.slug, slug));
  return `/${kind === 'produit' ? 'products' : 'stores'}/${row?.id ?? ''}`;
}
