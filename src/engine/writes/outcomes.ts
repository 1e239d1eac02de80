// Says once, quietly, what became of the writes that had to wait: '3 changements envoyés', '1 changement refusé : voir'.
// Guarantee: a write that was answered at once is not told about here, and one given up by the person never is.
import type { Cmd } from '#db/rows.ts';
import { counted, pluralised } from '#domain/plural.ts';
import { paths } from '#paths';
import { flash, toast } from '#state/page/notices.ts';
import { outcomesOf } from '#sync/outbox/journal.ts';
import type { Sync } from '#sync/sync.ts';

/** A write answered within this time never waited, milliseconds. */
const onItsWayMs = 4000;
/** Several that go one after the other are told together. */
const togetherMs = 1500;

export const hasWaited = ({ createdAt }: Pick<Cmd, 'createdAt'>, now = Date.now()) => now - createdAt > onItsWayMs;

export interface SentNotices {
  /** The rows of the present owner, before and after a change. */
  changed(before: readonly Cmd[], now: readonly Cmd[]): void;
  stop(): void;
}

export function createSentNotices({ local }: Sync): SentNotices {
  let ended: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function tell(): Promise<void> {
    const ids = ended;
    ended = [];
    const outcomes = await outcomesOf(local, ids);
    const sent = outcomes.filter((outcome) => outcome === 'done').length;
    const refused = outcomes.filter((outcome) => outcome === 'rejected').length;
    if (sent > 0) toast(`${counted(sent, 'changement')} ${pluralised(sent, 'envoyé')}`);
    if (refused > 0) {
      const text = `${counted(refused, 'changement')} ${pluralised(refused, 'refusé')}\u00a0:`;
      flash(text, 'error', { to: paths.waiting, word: 'voir' });
    }
  }

  return {
    changed(before, now) {
      const left = new Set(now.map(({ id }) => id));
      const gone = before.filter((row) => !left.has(row.id) && hasWaited(row)).map(({ id }) => id);
      if (gone.length === 0) return;
      ended.push(...gone);
      clearTimeout(timer);
      timer = setTimeout(() => tell().catch(console.error), togetherMs);
    },
    stop() {
      clearTimeout(timer);
      ended = [];
    },
  };
}
