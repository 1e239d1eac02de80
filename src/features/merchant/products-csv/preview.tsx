// Preview of an import, line by line, lines with mistakes first. Nothing is written yet.
import { useState } from 'react';
import { formatCents, inputToCents } from '#domain/money.ts';
import { type ProductColumn, productTableHeadings } from '#domain/product-table.ts';
import { countWithNoun, pluralize } from '#domain/text/plural.ts';
import { Button } from '#ui/controls/button.tsx';
import { StateBadge } from '#ui/text/age.tsx';
import type { CheckedLine } from './batches.ts';
import styles from './import-page.module.css';
import type { ProductTable } from './read-table.ts';

interface PreviewProps {
  fileName: string;
  table: ProductTable;
  lines: readonly CheckedLine[];
  onImport: () => void;
  onAgain: () => void;
}

const SHOWN_AT_ONCE = 50;

const headingOf = (key: string) => productTableHeadings[key as ProductColumn] ?? key;
const isWrong = ({ result }: CheckedLine) => result.violations.length > 0;

const words = {
  new: { label: 'Nouveau', tone: 'green' },
  changed: { label: 'Modifié', tone: 'straw' },
  same: { label: 'Inchangé', tone: 'quiet' },
} as const;

export function Preview({ fileName, table, lines, onImport, onAgain }: PreviewProps) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const wrong = lines.filter(isWrong);
  const right = lines.filter((line) => !isWrong(line));
  const made = right.filter(({ result }) => result.outcome === 'new').length;
  const changed = right.filter(({ result }) => result.outcome === 'changed').length;
  const same = right.length - made - changed;
  const listed = [...wrong, ...right.filter(({ result }) => result.outcome !== 'same')];
  const toWrite = made + changed;
  return (
    <section className={styles.card} aria-labelledby="apercu">
      <h2 id="apercu" tabIndex={-1}>
        3. Aperçu de {fileName}
      </h2>
      <p className={styles.counts} role="status">
        {wrong.length > 0 && <StateBadge tone="brick">{wrong.length} à corriger</StateBadge>}
        <StateBadge tone="green">{countWithNoun(made, 'nouveau').replace('nouveaus', 'nouveaux')}</StateBadge>
        <StateBadge tone="straw">{countWithNoun(changed, 'modifié')}</StateBadge>
        <StateBadge tone="quiet">{countWithNoun(same, 'inchangé')}</StateBadge>
      </p>
      {table.ignored.length > 0 && (
        <p className={styles.note}>
          {pluralize(table.ignored.length, 'Colonne')} sans effet&nbsp;: {table.ignored.slice(0, 10).join(', ')}.
        </p>
      )}
      {wrong.length > 0 ? (
        <p>
          <strong>Rien n’a été modifié.</strong> Corrigez ces lignes dans votre tableur, puis choisissez le fichier à
          nouveau.
        </p>
      ) : (
        toWrite === 0 && <p>Votre boutique correspond déjà à ce tableau&nbsp;: il n’y a rien à importer.</p>
      )}
      <div className={styles.actions}>
        {wrong.length === 0 && toWrite > 0 && (
          <Button size="large" onClick={onImport}>
            Importer {countWithNoun(toWrite, 'produit')}
          </Button>
        )}
        <Button variant="secondary" onClick={onAgain}>
          Choisir un autre fichier
        </Button>
      </div>
      {listed.length > 0 && (
        <ul className={styles.lines} aria-label="Lignes du tableau">
          {listed.slice(0, shown).map((line) => (
            <PreviewLine key={line.number} table={table} line={line} name={nameIn(table, line)} />
          ))}
        </ul>
      )}
      {listed.length > shown && (
        <Button variant="secondary" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          Voir {countWithNoun(Math.min(SHOWN_AT_ONCE, listed.length - shown), 'ligne')} de plus
        </Button>
      )}
    </section>
  );
}

function nameIn({ columns }: ProductTable, { cells, result }: CheckedLine): string {
  const name = cells[columns.indexOf('name')]?.trim();
  return name ? name.slice(0, 120) : result.slug;
}

/** Changes of a line with the new amounts: 'Stock, Prix : 12,50 €'; for a new product, amounts only. */
export function changedHeadings({ columns }: Pick<ProductTable, 'columns'>, { cells, result }: CheckedLine): string[] {
  return result.changed.flatMap((key) => {
    const cents = key === 'price' || key === 'reducedPrice' ? inputToCents(cells[columns.indexOf(key)] ?? '') : null;
    if (cents !== null) return `${headingOf(key)}\u00a0: ${formatCents(cents)}`;
    return result.outcome === 'changed' ? headingOf(key) : [];
  });
}

function PreviewLine({ table, line, name }: { table: ProductTable; line: CheckedLine; name: string }) {
  const { number, result } = line;
  const { label, tone } = words[result.outcome];
  return (
    <li className={styles.line} data-wrong={isWrong(line) || undefined}>
      <span className={styles.number}>Ligne {number}</span>
      <span className={styles.name}>{name}</span>
      {isWrong(line) ? <StateBadge tone="brick">à corriger</StateBadge> : <StateBadge tone={tone}>{label}</StateBadge>}
      {isWrong(line) ? (
        <ul className={styles.mistakes}>
          {result.violations.map(({ propertyPath, message }) => (
            <li key={`${propertyPath} ${message}`}>
              {propertyPath !== '' && `${headingOf(propertyPath)}\u00a0: `}
              {message}
            </li>
          ))}
        </ul>
      ) : (
        result.outcome !== 'same' && <p className={styles.changed}>{changedHeadings(table, line).join(', ')}</p>
      )}
    </li>
  );
}
