// `npm run market -- …`: what an operator does with a market from the terminal, asking nothing but a password. Says what it did
// in French; exits 1 with every mistake at once, or one sentence.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { refusePublishedPassword } from '../access/demo-accounts.ts';
import { type OpenDatabase, openDatabase } from '../db/client.ts';
import { FolderInUse } from '../db/folder-lock.ts';
import { retryGivenUp, unsentMails } from '../mails/unsent.ts';
import { explained } from '../process/start-refusals.ts';
import { readEnv } from '../runtime/env.ts';
import { createStorage, type Storage } from '../services/storage.ts';
import { addUser, changePassword, NotPossible, setPublished } from './accounts/roles.ts';
import { askedPassword, PasswordRefused } from './accounts/typed-password.ts';
import { planTold, withoutPassword } from './describe-import-plan.ts';
import { exportTo, FolderNotEmpty } from './export/export.ts';
import { describedIn } from './folder/check.ts';
import { allEntries, kindNames, kinds } from './format/entries.ts';
import { FolderRefused, toldInLines } from './format/mistakes.ts';
import { carryOut, importPlan, isNothing, MarketChanged } from './import.ts';
import { PictureChanged } from './writing/placed-pictures.ts';

const HELP = `Un marché à soi (guide : docs/market.md)

  npm run market -- check DOSSIER                vérifie un dossier, sans toucher au marché
  npm run market -- import DOSSIER               dit ce qui sera créé et changé, puis le fait : tout, ou rien
                           --dry-run             le dit seulement
                           --stocks              écrit aussi les stocks des produits déjà en vente
  npm run market -- export DOSSIER               écrit le marché dans un nouveau dossier
  npm run market -- user add EMAIL --store NOM   donne une boutique à un compte (créé s’il n’existe pas)
                                   --admin       donne l’administration du marché
  npm run market -- user password EMAIL          change un mot de passe
  npm run market -- store publish NOM            rend une boutique publique
  npm run market -- store suspend NOM            la retire de la vue
  npm run market -- mails                        dit quels courriels ne sont pas partis, et pourquoi
  npm run market -- mails retry                  remet en route ceux qui étaient abandonnés
  npm run market -- help                         cette aide

Le marché est celui de DATA_DIR ou DATABASE_URL. Avec la base embarquée, arrêtez d’abord le serveur.`;

class Usage extends Error {}
type Arguments = ReturnType<typeof argumentsOf>;

const say = (...lines: string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`);
};
/** npm runs scripts in the project's folder; paths are meant from where the person stands. */
const fromHere = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path);

function argumentsOf(args: string[]) {
  const flag = { type: 'boolean' } as const;
  const options = { 'dry-run': flag, stocks: flag, admin: flag, help: flag, store: { type: 'string' } } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Usage(error instanceof Error ? `Arguments incompris : ${error.message}` : '');
  }
}

function only(values: readonly string[], what: string): string {
  const [value, ...more] = values;
  if (value === undefined || more.length > 0) throw new Usage(`Cette commande attend ${what}, et rien d’autre.`);
  return value;
}

async function onMarket(work: (database: OpenDatabase, storage: Storage) => Promise<void>): Promise<void> {
  const env = readEnv(process.env);
  const database = await openDatabase(env);
  try {
    // Not into the demonstration by mistake.
    if (!env.demo) await refusePublishedPassword(database.db);
    await database.exclusively(() => work(database, createStorage(env.dataDir)));
  } finally {
    await database.close();
  }
}

async function check(rest: string[]): Promise<void> {
  const { market } = await describedIn(fromHere(only(rest, 'un dossier')));
  const counts = kinds
    .filter((kind) => market[kind].size > 0)
    .map((kind) => `${market[kind].size} × ${kindNames[kind]}`);
  say(`Tout est juste : ${allEntries(market).length} entrées (${counts.join(', ')}).`);
}

async function bringIn(rest: string[], { values }: Arguments): Promise<void> {
  const described = await describedIn(fromHere(only(rest, 'un dossier')));
  await onMarket(async ({ db }, storage) => {
    const parts = { db, storage, now: new Date(), withStocks: values.stocks ?? false };
    const plan = await importPlan(described, parts);
    say(...planTold(plan));
    if (values['dry-run'] || isNothing(plan)) return;
    await carryOut(plan, described, parts);
    say('Fait.');
    const people = withoutPassword(plan);
    if (people.length > 0)
      say(
        '',
        'Ces comptes n’ont pas encore de mot de passe :',
        ...people.map((email) => `  npm run market -- user password ${email}`),
      );
  });
}

async function writeOut(rest: string[]): Promise<void> {
  const folder = fromHere(only(rest, 'un dossier'));
  await onMarket(async ({ db }, storage) => {
    say(`${await exportTo(folder, db, storage)} fichiers écrits dans ${folder}.`);
  });
}

const password = () => askedPassword(process.stdin, (text) => process.stderr.write(text));

async function user([action = '', ...rest]: string[], { values }: Arguments): Promise<void> {
  const email = only(rest, 'une adresse e-mail');
  if (action === 'password')
    await onMarket(async ({ db }) => say(await changePassword(db, email, password, new Date())));
  else if (action === 'add' && (values.admin || values.store !== undefined)) {
    await onMarket(async ({ db }) => say(...(await addUser(db, email, values, password, new Date()))));
  } else throw new Usage('user attend « add EMAIL --store NOM », « add EMAIL --admin » ou « password EMAIL ».');
}

async function store([action = '', ...rest]: string[]): Promise<void> {
  if (action !== 'publish' && action !== 'suspend') throw new Usage('store attend « publish NOM » ou « suspend NOM ».');
  const slug = only(rest, 'le nom d’une boutique dans son adresse');
  await onMarket(async ({ db }) => say(await setPublished(db, slug, action === 'publish')));
}

async function mails([action, ...rest]: string[]): Promise<void> {
  if ((action !== undefined && action !== 'retry') || rest.length > 0)
    throw new Usage('mails attend « retry », ou rien.');
  await onMarket(async ({ db }) => {
    if (action === 'retry') say(`Courriels remis en route : ${await retryGivenUp(db, new Date())}.`);
    say(...(await unsentMails(db)));
  });
}

const commands: Readonly<Record<string, (rest: string[], given: Arguments) => Promise<void>>> = {
  check,
  import: bringIn,
  export: writeOut,
  user,
  store,
  mails,
  help: async () => say(HELP),
};

async function run(args: string[]): Promise<void> {
  const given = argumentsOf(args);
  const [name = 'help', ...rest] = given.values.help ? ['help'] : given.positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Usage(`Commande inconnue : ${name}.`);
  await command(rest, given);
}

function sentenceOf(error: unknown): string {
  if (error instanceof FolderRefused) return `${toldInLines(error.mistakes)}\nRien n’a été changé.`;
  if (error instanceof Usage) return `${error.message}\n\n${HELP}`;
  if (error instanceof FolderInUse) {
    return 'Le serveur Étal est en marche sur ces données (DATA_DIR) : arrêtez-le, lancez cette commande, puis relancez-le.';
  }
  const isForPeople = [FolderNotEmpty, MarketChanged, NotPossible, PasswordRefused, PictureChanged].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof Error && isForPeople) return error.message;
  return explained(error, readEnv(process.env));
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  process.exitCode = 1;
  process.stderr.write(`${sentenceOf(error)}\n`);
});
