// Operator commands, run by their own process or by the running server. Non-interactive except for passwords; output in
// French; what a failure says is in command-errors.ts.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { OperatorRole } from '#contract/administration/operator-roles.ts';
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import { csvOf } from '#domain/text/csv.ts';
import { loadDownloadKeys } from '../access/download-keys.ts';
import { listSubscribers } from '../accounts/newsletter.ts';
import { listUnsentMails, retryFailedMails } from '../mails/unsent.ts';
import { marketStatementCsv } from '../money/statement-files.ts';
import { readEnv } from '../runtime/env.ts';
import { openStorage } from '../services/open-storage.ts';
import { createFileStorage } from '../services/storage-files.ts';
import { dismissOperator, resetSecondFactor } from './accounts/operators.ts';
import { addUser, changePassword, describeStorePeople, setStorePublished } from './accounts/roles.ts';
import { backUp, restore } from './backup.ts';
import { type CommandContext, type CommandInput, parseArguments, requireOne, UsageError } from './command-input.ts';
import { copyStorage } from './copy-storage.ts';
import { accountsWithoutPassword, describePlan } from './describe-import-plan.ts';
import { exportMarketTo } from './export/export.ts';
import { checkFolder } from './folder/check.ts';
import { entryKinds, kindNames, listEntries } from './format/entries.ts';
import { HELP } from './help.ts';
import { isEmptyPlan, planImport, runImport } from './import.ts';
import { answerNotice, changeContent, describeOpenNotices } from './moderation.ts';

async function runCheck({ rest, print, resolvePath }: CommandInput): Promise<void> {
  const { market } = await checkFolder(resolvePath(requireOne(rest, 'un dossier')));
  const counts = entryKinds
    .filter((kind) => market[kind].size > 0)
    .map((kind) => `${market[kind].size} × ${kindNames[kind]}`);
  print(`Tout est juste : ${listEntries(market).length} entrées (${counts.join(', ')}).`);
}

async function importMarket({ rest, values, context, print, resolvePath }: CommandInput): Promise<void> {
  const described = await checkFolder(resolvePath(requireOne(rest, 'un dossier')));
  await context.withMarket(async ({ db }, storage) => {
    const { stocks: withStocks = false, prune = false, overwrite = false } = values;
    const parts = { db, storage, now: new Date(), withStocks, prune, overwrite };
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

async function exportMarket({ rest, context, print, resolvePath }: CommandInput): Promise<void> {
  const folder = resolvePath(requireOne(rest, 'un dossier'));
  await context.withMarket(async ({ db }, storage) => {
    print(`Fichiers écrits dans ${folder}\u00a0: ${await exportMarketTo(folder, db, storage)}.`);
  });
}

const rolesByName: Readonly<Record<string, StoreRole>> = {
  responsable: 'owner',
  vente: 'seller',
  preparation: 'picker',
};

const operatorsByName: Readonly<Record<string, OperatorRole>> = {
  administration: 'administrator',
  moderation: 'moderator',
  comptabilite: 'accountant',
};

async function runUser({ rest: [action = '', ...rest], values, context, print }: CommandInput): Promise<void> {
  const readPassword = () => context.askPassword();
  const email = requireOne(rest, 'une adresse e-mail');
  const role = values.role === undefined ? undefined : rolesByName[values.role];
  if (values.role !== undefined && (role === undefined || values.store === undefined))
    throw new UsageError('--role attend « responsable », « vente » ou « preparation », avec --store NOM.');
  const operator = values.admin ? 'administrator' : operatorsByName[values.operator ?? ''];
  if (values.operator !== undefined && operator === undefined)
    throw new UsageError('--operator attend « administration », « moderation » ou « comptabilite ».');
  if (action === 'password')
    await context.withMarket(async ({ db }) => print(await changePassword(db, email, readPassword, new Date())));
  else if (action === 'dismiss')
    await context.withMarket(async ({ db }) => print(await dismissOperator(db, email, new Date())));
  else if (action === 'second-factor')
    await context.withMarket(async ({ db }, _storage, env) => {
      const posting = { market: { env, now: () => new Date() }, now: new Date() };
      print(await resetSecondFactor(db, email, posting));
    });
  else if (action === 'add' && (operator || values.store !== undefined)) {
    await context.withMarket(async ({ db }) =>
      print(...(await addUser(db, email, { store: values.store, role, operator }, readPassword, new Date()))),
    );
  } else
    throw new UsageError(
      'user attend « add EMAIL --store NOM », « add EMAIL --admin », « password EMAIL », « dismiss EMAIL » ou « second-factor EMAIL ».',
    );
}

async function store({ rest: [action = '', ...rest], values, context, print }: CommandInput): Promise<void> {
  if (action !== 'publish' && action !== 'suspend' && action !== 'people')
    throw new UsageError('store attend « people NOM », « publish NOM » ou « suspend NOM ».');
  const slug = requireOne(rest, 'le nom d’une boutique dans son adresse');
  if (action === 'people') await context.withMarket(async ({ db }) => print(...(await describeStorePeople(db, slug))));
  else
    await context.withMarket(async ({ db }, _storage, env) => {
      const told = { reasons: values.reasons?.trim() ?? '', market: { env, now: () => new Date() } };
      print(await setStorePublished(db, slug, action === 'publish', told));
    });
}

async function runMails({ rest: [action, ...rest], context, print }: CommandInput): Promise<void> {
  if ((action !== undefined && action !== 'retry') || rest.length > 0)
    throw new UsageError('mails attend « retry », ou rien.');
  await context.withMarket(async ({ db }) => {
    if (action === 'retry') print(`Courriels remis en route : ${await retryFailedMails(db, new Date())}.`);
    print(...(await listUnsentMails(db)));
  });
}

function requireReasons({ values }: CommandInput): string {
  const reasons = values.reasons?.trim();
  if (!reasons) throw new UsageError('Cette commande attend --reasons "TEXTE" : les raisons qui sont envoyées.');
  return reasons;
}

async function runNotices(given: CommandInput): Promise<void> {
  const { context, print } = given;
  const [action, number = '', answer = '', ...rest] = given.rest;
  if ((action !== undefined && action !== 'answer') || rest.length > 0 || (action && answer === ''))
    throw new UsageError('notices attend « answer N hide », « answer N keep », ou rien.');
  const reasons = action && requireReasons(given);
  await context.withMarket(async ({ db }, _storage, env) => {
    const now = new Date();
    const market = { env, now: () => now, downloads: loadDownloadKeys(join(env.dataDir, 'keys')) };
    if (reasons) print(await answerNotice(db, market, { number, action: answer, reasons, now }));
    else print(...(await describeOpenNotices(db, market)));
  });
}

async function runContent(given: CommandInput): Promise<void> {
  const { context, print } = given;
  const [action = '', ...rest] = given.rest;
  if (action !== 'hide' && action !== 'restore')
    throw new UsageError('content attend « hide ADRESSE » ou « restore ADRESSE ».');
  const address = requireOne(rest, 'l’adresse d’un contenu');
  const reasons = requireReasons(given);
  await context.withMarket(async ({ db }, _storage, env) => {
    const now = new Date();
    const change = { address, isVisible: action === 'restore', reasons, now };
    const market = { env, now: () => now, downloads: loadDownloadKeys(join(env.dataDir, 'keys')) };
    print(await changeContent(db, market, change));
  });
}

async function exportSubscribers({ rest, context, print, resolvePath }: CommandInput): Promise<void> {
  const file = resolvePath(requireOne(rest, 'un fichier'));
  await context.withMarket(async ({ db }, _storage, env) => {
    const subscribers = await listSubscribers(db, { env, downloads: loadDownloadKeys(join(env.dataDir, 'keys')) });
    // For its owner only, and never over another file.
    writeFileSync(file, csvOf([['E-mail', 'Depuis', 'Désinscription'], ...subscribers]), { mode: 0o600, flag: 'wx' });
    print(`Adresses écrites dans ${file}\u00a0: ${subscribers.length}.`);
  });
}

async function exportStatements({ rest, context, print, resolvePath }: CommandInput): Promise<void> {
  const file = resolvePath(requireOne(rest, 'un fichier'));
  await context.withMarket(async ({ db }) => {
    // For its owner only, and never over another file.
    writeFileSync(file, await marketStatementCsv(db), { mode: 0o600, flag: 'wx' });
    print(`Relevés écrits dans ${file}.`);
  });
}

async function runStorage({ rest: [action, ...rest], print }: CommandInput): Promise<void> {
  const env = readEnv(process.env);
  if ((action !== 'upload' && action !== 'download') || rest.length > 0)
    throw new UsageError('storage attend « upload » ou « download ».');
  if (env.storage === null)
    throw new UsageError('Cette commande attend STORAGE_URL : l’adresse du stockage S3 (docs/running.md).');
  const [folder, s3] = [createFileStorage(env.dataDir), await openStorage(env)];
  const [from, to] = action === 'upload' ? [folder, s3] : [s3, folder];
  print(`Fichiers copiés de ${from.place} vers ${to.place} : ${await copyStorage(from, to)}.`);
}

async function backUpMarket({ rest, context, print, resolvePath }: CommandInput): Promise<void> {
  const file = resolvePath(requireOne(rest, 'un fichier'));
  await context.withMarket(async (database, _storage, env) => print(await backUp(file, database, env)));
}

async function restoreMarket({ rest, print, resolvePath }: CommandInput): Promise<void> {
  const file = resolvePath(requireOne(rest, 'un fichier'));
  print(...(await restore(file, readEnv(process.env))));
}

const commands: Readonly<Record<string, (given: CommandInput) => Promise<void>>> = {
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
  storage: runStorage,
  backup: backUpMarket,
  restore: restoreMarket,
  help: async ({ print }) => print(HELP),
};

/** @throws an error for `explainCommandError` (command-errors.ts) */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<void> {
  const { values, positionals } = parseArguments([...args]);
  const [name = 'help', ...rest] = values.help ? ['help'] : positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`Commande inconnue : ${name}.`);
  await command({
    rest,
    values,
    context,
    print: (...lines) => context.print(lines.join('\n')),
    resolvePath: (path) => resolve(context.folder, path),
  });
}
