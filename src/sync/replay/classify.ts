// Classification: the meaning of an answer, or of its absence, for a queued command.
// Guarantee: only an answer of our server is final; after any other the command is sent again with the same key.
import { errorOfReply } from '#api/client.ts';
import type { WireReply } from '#api/wire.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { VERSION_HEADER, versionIn } from '#contract/wire/preference.ts';

export type Verdict =
  /** Accepted. `version`: of the changed resource, from an answer without a body. */
  | { kind: 'done'; status: number; body: unknown; version?: number | undefined }
  /** No answer, or an untrusted one. */
  | { kind: 'unknown'; status?: number | undefined }
  /** Not processed; `wait`: the requested delay, milliseconds. */
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
  // Another attempt with this key is running.
  if (status === 409 && (error.code === 'in-progress' || wait !== undefined)) {
    return { kind: 'later', status, text, wait: wait ?? 1000, failed: false };
  }
  const { code, violations, detail } = error;
  // For users: the message itself names the fields.
  const messages = [...new Set(violations.map((violation) => violation.message))].join(' ');
  return { kind: 'refused', status, code, text: messages || text, violations, detail };
}

/** Delay before attempt number `attempts` + 1, milliseconds: doubling, with full jitter. */
export function backoff(attempts: number, random: () => number, max: number): number {
  return Math.round(Math.min(max, 1000 * 2 ** Math.min(attempts, 20)) * random());
}
