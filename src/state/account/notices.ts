// Notices of illegal content. Require the network; sent without a token, since anybody may report.
import type * as z from 'zod/mini';
import { errorOfReply } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import { noticeBody, noticeEndpoints } from '#contract/account/notices.ts';
import { violationsOf } from '#contract/violations.ts';
import { mediaType, type Violation } from '#contract/wire/hydra.ts';
import { isServerUnreachable } from '#domain/call-failure.ts';
import { uuidv5 } from '#sync/device/ids.ts';
import { getSync } from '../page/engine-port.ts';

export type NoticeText = Omit<z.input<typeof noticeBody>, 'reason' | 'goodFaith'> & {
  reason: string;
  goodFaith: boolean;
};

type Sent =
  | { outcome: 'sent'; number: number }
  | { outcome: 'offline' }
  | { outcome: 'refused'; message: string; violations: readonly Violation[] };

/** Sent again after a lost answer, equal notices are stored once. */
export async function sendNotice(notice: NoticeText): Promise<Sent> {
  const { error } = noticeBody.safeParse(notice);
  if (error) return { outcome: 'refused', message: '', violations: violationsOf(error) };
  const { method, path, answer } = noticeEndpoints['notices.create'];
  const headers = {
    Accept: mediaType,
    'Content-Type': mediaType,
    'Idempotency-Key': uuidv5(JSON.stringify(['notice', notice])),
  };
  try {
    const { api } = await getSync();
    const reply = await api.transmit({ method, path, headers, body: JSON.stringify(notice) }, { token: null });
    if (!reply.isTrusted) return { outcome: 'offline' };
    if (reply.status >= 400) throw errorOfReply(reply);
    return { outcome: 'sent', number: answer.parse(reply.body).number };
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    if (isServerUnreachable(failure)) return { outcome: 'offline' };
    return { outcome: 'refused', message: failure.message, violations: failure.violations };
  }
}
