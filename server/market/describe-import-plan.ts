// Import plan as sentences for the terminal.
import { kindNames, type MarketEntry } from './format/entries.ts';
import type { Plan } from './writing/plan.ts';
import type { Removal } from './writing/remove-entries.ts';

const MAX_TITLE_LENGTH = 60;

function entryTitle(entry: MarketEntry): string {
  const [line = ''] = entry.key.split('\n');
  const key =
    entry.kind === 'vatRate'
      ? `${String(Number(line) / 100).replace('.', ',')}\u00a0%`
      : line.length > MAX_TITLE_LENGTH
        ? `${line.slice(0, MAX_TITLE_LENGTH)}…`
        : line;
  const name = 'name' in entry.values ? entry.values.name : '';
  return `${kindNames[entry.kind]} ${key}${name !== '' && name !== entry.key ? ` (${name})` : ''}`;
}

const describeRemoval = ({ entry, outcome }: Removal) =>
  outcome === 'deleted'
    ? `  - ${entryTitle(entry)}`
    : `  - ${entryTitle(entry)}\u00a0: retrait de la vue seulement, une commande, un panier, un message ou un avis s’y réfère`;

export function describePlan({ changes, tree, same, others, removals, edited, stocks }: Plan): string[] {
  const made = changes.filter(({ before }) => before === null);
  const changed = changes.filter(({ before }) => before !== null);
  const isMoved = tree !== null && !changes.some(({ entry }) => entry.kind === 'category');
  return [
    ...made.map(({ entry }) => `  + ${entryTitle(entry)}`),
    ...changed.map(({ entry, fields }) => `  ~ ${entryTitle(entry)}\u00a0: ${fields.join(', ')}`),
    ...(isMoved ? ['  ~ ordre des catégories'] : []),
    ...(removals ?? []).map(describeRemoval),
    ...edited.map(
      (entry) => `  = ${entryTitle(entry)}\u00a0: laissé tel qu’il est dans l’administration (--overwrite l’écrase)`,
    ),
    ...stocks.map(
      (entry) => `  = ${entryTitle(entry)}\u00a0: stock laissé tel que les ventes l’ont fait (--stocks l’écrit)`,
    ),
    ...(made.length + changed.length + (removals ?? []).length === 0 && !isMoved ? ['Rien à changer.'] : []),
    [
      `À créer\u00a0: ${made.length}.`,
      `À changer\u00a0: ${changed.length + (isMoved ? 1 : 0)}.`,
      ...(removals ? [`À retirer\u00a0: ${removals.length}.`] : []),
      `Déjà en place\u00a0: ${same}.`,
      `Hors du dossier, laissé\u00a0: ${others}.`,
    ].join(' '),
  ];
}

/** New accounts that cannot log in yet. */
export const accountsWithoutPassword = ({ changes }: Plan): string[] =>
  changes.flatMap(({ entry, before }) => (entry.kind === 'person' && before === null ? [entry.key] : []));
