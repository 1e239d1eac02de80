// `npm run market -- …`: operator commands. Non-interactive except for passwords; output in French; exits with 1 and
// all mistakes, or one sentence.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import { csvOf } from '#domain/text/csv.ts';
import { rejectPublishedPassword } from '../access/demo-accounts.ts';
import { loadDownloadKeys } from '../access/download-keys.ts';
import { listSubscribers } from '../accounts/newsletter.ts';
import { type OpenDatabase, openDatabase } from '../db/client.ts';
import { FolderInUse } from '../db/folder-lock.ts';
import { listUnsentMails, retryFailedMails } from '../mails/unsent.ts';
import { marketStatementCsv } from '../money/statement-files.ts';
import { explainStartError } from '../process/start-errors.ts';
import { type Env, readEnv } from '../runtime/env.ts';
import { createStorage, type Storage } from '../services/storage.ts';
import { StoreTaken } from './accounts/accounts.ts';
import { askPassword, PasswordRejected } from './accounts/password-input.ts';
import { addUser, changePassword, describeStorePeople, OperatorError, setStorePublished } from './accounts/roles.ts';
import { accountsWithoutPassword, describePlan } from './describe-import-plan.ts';
import { exportMarketTo, FolderNotEmpty } from './export/export.ts';
import { checkFolder } from './folder/check.ts';
import { entryKinds, kindNames, listEntries } from './format/entries.ts';
import { FolderRejected, formatMistakes } from './format/mistakes.ts';
import { isEmptyPlan, MarketChanged, planImport, runImport } from './import.ts';
import { answerNotice, changeContent, describeOpenNotices } from './moderation.ts';
import { PictureChanged } from './writing/placed-files.ts';

const HELP = `Un marché à soi (guide : docs/market.md)

  npm run market -- check DOSSIER                vérifie un dossier, sans toucher au marché
  npm run market -- import DOSSIER               dit ce qui sera créé et changé, puis le fait : tout, ou rien
                           --dry-run             le dit seulement
                           --stocks              écrit aussi les stocks des produits déjà en vente
  npm run market -- export DOSSIER               écrit le marché dans un nouveau dossier
  npm run market -- user add EMAIL --store NOM   donne une boutique à un compte (créé s’il n’existe pas)
                           --role ROLE           parmi d’autres : responsable, vente ou preparation
                                   --admin       donne l’administration du marché
  npm run market -- user password EMAIL          change un mot de passe
  npm run market -- store people NOM             dit qui travaille pour une boutique, et avec quel rôle
  npm run market -- store publish NOM            rend une boutique publique
  npm run market -- store suspend NOM            la retire de la vue
  npm run market -- mails                        dit quels courriels ne sont pas partis, et pourquoi
  npm run market -- mails retry                  remet en route ceux qui étaient abandonnés
  npm run market -- notices                      dit quels contenus sont signalés
  npm run market -- notices answer N hide        y répond : masque le contenu, ou le laisse (keep) ;
                            --reasons "TEXTE"    ces raisons sont envoyées aux deux côtés
  npm run market -- content hide ADRESSE         masque un produit, une boutique ou un avis, ou le montre
                            --reasons "TEXTE"    de nouveau (content restore) ; les raisons sont envoyées
  npm run market -- newsletter FICHIER.csv       écrit la liste des abonnés à la lettre, chacun avec son lien
                                                 de désinscription
  npm run market -- statements FICHIER.csv       écrit les ventes, commissions et versements de chaque boutique,
                                                 par mois
  npm run market -- help                         cette aide

Le marché est celui de DATA_DIR ou DATABASE_URL. Avec la base embarquée, arrêtez d’abord le serveur.`;

class UsageError extends Error {}
type CliArguments = ReturnType<typeof parseArguments>;

const print = (...lines: string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`);
};
/** npm changes the working directory; paths are relative to the caller's. */
const resolvePath = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path);

function parseArguments(args: string[]) {
  const flag = { type: 'boolean' } as const;
  const text = { type: 'string' } as const;
  const options = {
    'dry-run': flag,
    stocks: flag,
    admin: flag,
    help: flag,
    store: text,
    role: text,
    reasons: text,
  } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? `Arguments incompris : ${error.message}` : '');
  }
}

function requireOne(values: readonly string[], what: string): string {
  const [value, ...more] = values;
  if (value === undefined || more.length > 0) throw new UsageError(`Cette commande attend ${what}, et rien d’autre.`);
  return value;
}

async function withMarket(work: (database: OpenDatabase, storage: Storage, env: Env) => Promise<void>): Promise<void> {
  const env = readEnv(process.env);
  const database = await openDatabase(env);
  try {
    // Protects the demo market from an import by mistake.
    if (!env.demo) await rejectPublishedPassword(database.db);
    await database.exclusively(() => work(database, createStorage(env.dataDir), env));
  } finally {
    await database.close();
  }
}

async function runCheck(rest: string[]): Promise<void> {
  const { market } = await checkFolder(resolvePath(requireOne(rest, 'un dossier')));
  const counts = entryKinds
    .filter((kind) => market[kind].size > 0)
    .map((kind) => `${market[kind].size} × ${kindNames[kind]}`);
  print(`Tout est juste : ${listEntries(market).length} entrées (${counts.join(', ')}).`);
}

async function importMarket(rest: string[], { values }: CliArguments): Promise<void> {
  const described = await checkFolder(resolvePath(requireOne(rest, 'un dossier')));
  await withMarket(async ({ db }, storage) => {
    const parts = { db, storage, now: new Date(), withStocks: values.stocks ?? false };
    const plan = await planImport(described, parts);
    print(...describePlan(plan));
    if (values['dry-run'] || isEmptyPlan(plan)) return;
    await runImport(plan, described, parts);
    print('Fait.');
    const people = accountsWithoutPassword(plan);
    if (people.length > 0)
      print(
        '',
        'Ces comptes n’ont pas encore de mot de passe :',
        ...people.map((email) => `  npm run market -- user password ${email}`),
      );
  });
}

async function exportMarket(rest: string[]): Promise<void> {
  const folder = resolvePath(requireOne(rest, 'un dossier'));
  await withMarket(async ({ db }, storage) => {
    print(`${await exportMarketTo(folder, db, storage)} fichiers écrits dans ${folder}.`);
  });
}

const readPassword = () => askPassword(process.stdin, (text) => process.stderr.write(text));

const rolesByName: Readonly<Record<string, StoreRole>> = {
  responsable: 'owner',
  vente: 'seller',
  preparation: 'picker',
};

async function runUser([action = '', ...rest]: string[], { values }: CliArguments): Promise<void> {
  const email = requireOne(rest, 'une adresse e-mail');
  const role = values.role === undefined ? undefined : rolesByName[values.role];
  if (values.role !== undefined && (role === undefined || values.store === undefined))
    throw new UsageError('--role attend « responsable », « vente » ou « preparation », avec --store NOM.');
  if (action === 'password')
    await withMarket(async ({ db }) => print(await changePassword(db, email, readPassword, new Date())));
  else if (action === 'add' && (values.admin || values.store !== undefined)) {
    await withMarket(async ({ db }) =>
      print(...(await addUser(db, email, { ...values, role }, readPassword, new Date()))),
    );
  } else throw new UsageError('user attend « add EMAIL --store NOM », « add EMAIL --admin » ou « password EMAIL ».');
}

async function store([action = '', ...rest]: string[]): Promise<void> {
  if (action !== 'publish' && action !== 'suspend' && action !== 'people')
    throw new UsageError('store attend « people NOM », « publish NOM » ou « suspend NOM ».');
  const slug = requireOne(rest, 'le nom d’une boutique dans son adresse');
  if (action === 'people') await withMarket(async ({ db }) => print(...(await describeStorePeople(db, slug))));
  else await withMarket(async ({ db }) => print(await setStorePublished(db, slug, action === 'publish')));
}

async function runMails([action, ...rest]: string[]): Promise<void> {
  if ((action !== undefined && action !== 'retry') || rest.length > 0)
    throw new UsageError('mails attend « retry », ou rien.');
  await withMarket(async ({ db }) => {
    if (action === 'retry') print(`Courriels remis en route : ${await retryFailedMails(db, new Date())}.`);
    print(...(await listUnsentMails(db)));
  });
}

function requireReasons({ values }: CliArguments): string {
  const reasons = values.reasons?.trim();
  if (!reasons) throw new UsageError('Cette commande attend --reasons "TEXTE" : les raisons qui sont envoyées.');
  return reasons;
}

async function runNotices([action, number = '', answer = '', ...rest]: string[], given: CliArguments): Promise<void> {
  if ((action !== undefined && action !== 'answer') || rest.length > 0 || (action && answer === ''))
    throw new UsageError('notices attend « answer N hide », « answer N keep », ou rien.');
  const reasons = action && requireReasons(given);
  await withMarket(async ({ db }, _storage, env) => {
    const now = new Date();
    const market = { env, now: () => now };
    if (reasons) print(await answerNotice(db, market, { number, action: answer, reasons, now }));
    else print(...(await describeOpenNotices(db, market)));
  });
}

async function runContent([action = '', ...rest]: string[], given: CliArguments): Promise<void> {
  if (action !== 'hide' && action !== 'restore')
    throw new UsageError('content attend « hide ADRESSE » ou « restore ADRESSE ».');
  const address = requireOne(rest, 'l’adresse d’un contenu');
  const reasons = requireReasons(given);
  await withMarket(async ({ db }, _storage, env) => {
    const now = new Date();
    const change = { address, isVisible: action === 'restore', reasons, now };
    print(await changeContent(db, { env, now: () => now }, change));
  });
}

async function exportSubscribers(rest: string[]): Promise<void> {
  const file = resolvePath(requireOne(rest, 'un fichier'));
  await withMarket(async ({ db }, _storage, env) => {
    const subscribers = await listSubscribers(db, { env, downloads: loadDownloadKeys(join(env.dataDir, 'keys')) });
    // For its owner only, and never over another file.
    writeFileSync(file, csvOf([['E-mail', 'Depuis', 'Désinscription'], ...subscribers]), { mode: 0o600, flag: 'wx' });
    print(`${subscribers.length} abonnés écrits dans ${file}.`);
  });
}

async function exportStatements(rest: string[]): Promise<void> {
  const file = resolvePath(requireOne(rest, 'un fichier'));
  await withMarket(async ({ db }) => {
    // For its owner only, and never over another file.
    writeFileSync(file, await marketStatementCsv(db), { mode: 0o600, flag: 'wx' });
    print(`Relevés écrits dans ${file}.`);
  });
}

const commands: Readonly<Record<string, (rest: string[], given: CliArguments) => Promise<void>>> = {
  check: runCheck,
  import: importMarket,
  export: exportMarket,
  user: runUser,
  store,
  mails: runMails,
  notices: runNotices,
  content: runContent,
  newsletter: exportSubscribers,
  statements: exportStatements,
  help: async () => print(HELP),
};

async function run(args: string[]): Promise<void> {
  const given = parseArguments(args);
  const [name = 'help', ...rest] = given.values.help ? ['help'] : given.positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`Commande inconnue : ${name}.`);
  await command(rest, given);
}

function explainError(error: unknown): string {
  if (error instanceof FolderRejected) return `${formatMistakes(error.mistakes)}\nRien n’a été changé.`;
  if (error instanceof UsageError) return `${error.message}\n\n${HELP}`;
  if (error instanceof FolderInUse) {
    return 'Le serveur Étal est en marche sur ces données (DATA_DIR) : arrêtez-le, lancez cette commande, puis relancez-le.';
  }
  const isForPeople = [FolderNotEmpty, MarketChanged, OperatorError, PasswordRejected, PictureChanged, StoreTaken].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof Error && isForPeople) return error.message;
  return explainStartError(error, readEnv(process.env));
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  process.exitCode = 1;
  process.stderr.write(`${explainError(error)}\n`);
});
