// Long tables, read and written in batches: the server answers others in between.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Rows that are read and written without a pause. */
const BATCH = 500;

/** @param write the text of some rows, in their order */
export async function textInBatches<T>(
  rows: readonly T[],
  write: (batch: T[]) => string | Promise<string>,
): Promise<string> {
  let text = '';
  for (let at = 0; at < rows.length; at += BATCH) {
    text += await write(rows.slice(at, at + BATCH));
    await nextTurn();
  }
  return text;
}
