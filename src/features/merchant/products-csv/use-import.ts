// Import of a table: read, previewed, confirmed, written.
// Guarantees: nothing is written before a preview without mistakes; an interrupted import resumes.
import { useRef, useState } from 'react';
import type { ImportedLine } from '#contract/merchant/product-tables.ts';
import { forgetShownProducts, sendProductTable } from '#state/merchant/product-tables.ts';
import { useOnReconnect } from '#state/page/connectivity.ts';
import { type Batch, batchesOf, batchesToWrite, type CheckedLine, checkedLines } from './batches.ts';
import { type ProductTable, readTable, UnreadableTable } from './read-table.ts';

interface Checked {
  fileName: string;
  table: ProductTable;
  lines: CheckedLine[];
}

export type ImportState =
  | { step: 'choose'; mistake?: string }
  | { step: 'checking'; done: number; of: number }
  | { step: 'preview'; checked: Checked; mistake?: string }
  | { step: 'writing'; done: number; of: number }
  /** Part of the table is written. */
  | { step: 'stopped'; checked: Checked; left: Batch[]; done: number; of: number; mistake: string }
  | { step: 'done'; made: number; changed: number };

const OFFLINE_CHECK = 'Il faut du réseau pour importer\u00a0: réessayez dès son retour. Rien n’a été modifié.';
const OFFLINE_WRITE = 'Le réseau s’est coupé. Ce qui est enregistré l’est une seule fois\u00a0: vous pouvez reprendre.';
const FAILED = 'Le fichier n’a pas pu être vérifié. Réessayez dans un instant.';

const linesIn = (batches: readonly Batch[]) => batches.reduce((sum, { lines }) => sum + lines.length, 0);

export function useImport(storeId: string) {
  const [state, setState] = useState<ImportState>({ step: 'choose' });
  useOnReconnect(() =>
    setState((now) => (now.step === 'choose' && now.mistake === OFFLINE_CHECK ? { step: 'choose' } : now)),
  );
  // A newer file replaces the previous one.
  const turn = useRef(0);

  const check = async (fileName: string, table: ProductTable, mine: number): Promise<void> => {
    const results: ImportedLine[] = [];
    const of = table.lines.length;
    for (const batch of batchesOf(
      table.columns,
      table.lines.map(({ cells }) => cells),
    )) {
      setState({ step: 'checking', done: results.length, of });
      const result = await sendProductTable(storeId, { dryRun: true, ...batch });
      if (turn.current !== mine) return;
      if (result.outcome !== 'sent') {
        return setState({
          step: 'choose',
          mistake: result.outcome === 'offline' ? OFFLINE_CHECK : result.message,
        });
      }
      results.push(...result.answer.lines);
    }
    setState({ step: 'preview', checked: { fileName, table, lines: checkedLines(table, results) } });
  };

  const choose = async (file: File): Promise<void> => {
    turn.current += 1;
    const mine = turn.current;
    setState({ step: 'checking', done: 0, of: 0 });
    try {
      const table = await readTable(await file.arrayBuffer());
      if (turn.current === mine) await check(file.name, table, mine);
    } catch (failure) {
      if (!(failure instanceof UnreadableTable)) console.error(failure);
      const mistake = failure instanceof UnreadableTable ? failure.message : FAILED;
      if (turn.current === mine) setState({ step: 'choose', mistake });
    }
  };

  const write = async (checked: Checked, batches: readonly Batch[], of: number): Promise<void> => {
    let left = [...batches];
    while (left.length > 0) {
      const [batch, ...next] = left;
      const done = of - linesIn(left);
      setState({ step: 'writing', done, of });
      const result = batch && (await sendProductTable(storeId, { dryRun: false, ...batch }).catch(() => null));
      if (result?.outcome !== 'sent') {
        const mistake = result?.outcome === 'refused' ? refusedWords(result.violations, result.message) : OFFLINE_WRITE;
        if (done > 0) void forgetShownProducts();
        return setState({ step: 'stopped', checked, left, done, of, mistake });
      }
      left = next;
    }
    void forgetShownProducts();
    const count = (outcome: ImportedLine['outcome']) =>
      checked.lines.filter(({ result }) => result.outcome === outcome).length;
    setState({ step: 'done', made: count('new'), changed: count('changed') });
  };

  return {
    state,
    choose,
    begin: (checked: Checked) => {
      const batches = batchesToWrite(checked.table, checked.lines);
      return write(checked, batches, linesIn(batches));
    },
    resume: ({ checked, left, of }: Extract<ImportState, { step: 'stopped' }>) => write(checked, left, of),
    again: () => {
      turn.current += 1;
      setState({ step: 'choose' });
    },
  };
}

function refusedWords(violations: readonly { message: string }[], words: string): string {
  const [first] = violations;
  return `La boutique a changé entre-temps (${first?.message ?? words}). Choisissez le fichier à nouveau pour le vérifier.`;
}
