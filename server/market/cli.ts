// `npm run market -- …`: what an operator does with a market from the terminal. Says what it did in French; exits 1 with every
// mistake at once, or one sentence.
import { resolve } from 'node:path';
import { readEnv } from '../env.ts';
import { explained } from '../start-refusals.ts';
import { describedIn } from './check.ts';
import { allEntries, kindNames, kinds } from './entries.ts';
import { FolderRefused, toldInLines } from './mistakes.ts';

const HELP = `Un marché à soi (guide : docs/market.md)

  npm run market -- check DOSSIER      vérifie un dossier, sans toucher au marché
  npm run market -- help               cette aide`;

class Usage extends Error {}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
/** npm runs scripts in the project's folder; paths are meant from where the person stands. */
const fromHere = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path);

async function check([folder, ...more]: string[]): Promise<void> {
  if (folder === undefined || more.length > 0) throw new Usage('check attend un dossier.');
  const { market } = await describedIn(fromHere(folder));
  const counts = kinds
    .filter((kind) => market[kind].size > 0)
    .map((kind) => `${market[kind].size} × ${kindNames[kind]}`);
  say(`Tout est juste : ${allEntries(market).length} entrées (${counts.join(', ')}).`);
}

const commands: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  check,
  help: async () => {
    say(HELP);
  },
};

async function run([name = 'help', ...args]: string[]): Promise<void> {
  const command = commands[name];
  if (!command) throw new Usage(`Commande inconnue : ${name}.`);
  await command(args);
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  process.exitCode = 1;
  process.stderr.write(`${sentenceOf(error)}\n`);
});

function sentenceOf(error: unknown): string {
  if (error instanceof FolderRefused) return toldInLines(error.mistakes);
  if (error instanceof Usage) return `${error.message}\n\n${HELP}`;
  return explained(error, readEnv(process.env));
}
