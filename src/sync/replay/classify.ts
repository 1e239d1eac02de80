// What an answer, or its absence, means for a queued command.
// Guarantee: only an answer written by our server is definitive; whatever leaves a doubt is sent again with the same key.
import { errorOfReply } from '#api/client.ts';
import type { WireReply } from '#api/wire.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { VERSION_HEADER, versionIn } from '#contract/wire/preference.ts';

export type Verdict =
  /** The effect is there. `version`: of what was changed, named by an answer without a body. */
  | { kind: 'done'; status: number; body: unknown; version?: number | undefined }
  /** Nobody knows: no answer, or someone else's. */
  | { kind: 'unknown'; status?: number | undefined }
  /** The server did nothing and says when to come back; `wait` in milliseconds. */
  | { kind: 'later'; status: number; text: string; wait: number | undefined; failed: boolean }
  | { kind: 'auth'; status: number; text: string }
  | {
      kind: 'refused';
      status: number;
      code: string | undefined;
      text: string;
      violations: Violation[];
      detail: Record<string, unknown> | undefined;
    };

const LATER = [408, 425, 429];

export function classify(reply: WireReply | null): Verdict {
  if (!reply?.isTrusted) return { kind: 'unknown', status: reply?.status };
  const { status, body } = reply;
  if (status === 204) return { kind: 'done', status, body, version: versionIn(reply.headers.get(VERSION_HEADER)) };
  if (status < 300) return { kind: 'done', status, body };
  if (status < 400) return { kind: 'unknown', status };
  const error = errorOfReply(reply);
  const { message: text, retryAfter: wait } = error;
  if (status === 401) return { kind: 'auth', status, text };
  if (LATER.includes(status)) return { kind: 'later', status, text, wait, failed: false };
  if (status >= 500) return { kind: 'later', status, text, wait, failed: true };
  // Another attempt of ours is being carried out at this moment.
  if (status === 409 && (error.code === 'in-progress' || wait !== undefined)) {
    return { kind: 'later', status, text, wait: wait ?? 1000, failed: false };
  }
  const { code, violations, detail } = error;
  // Read by a person: without the names of the fields, which the message itself carries.
  const messages = [...new Set(violations.map((violation) => violation.message))].join(' ');
  return { kind: 'refused', status, code, text: messages || text, violations, detail };
}

/** Milliseconds before attempt number `attempts` + 1: doubling, with full jitter. */
export function backoff(attempts: number, random: () => number, max: number): number {
  return Math.round(Math.min(max, 1000 * 2 ** Math.min(attempts, 20)) * random());
}
