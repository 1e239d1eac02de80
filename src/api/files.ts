// Files of the app on the server.

/** Milliseconds after which an answer is not waited for. */
const PATIENCE = 10_000;

/** Our server says that it has it no more; a log-in page of someone else's network says nothing of it. @throws without an answer in time */
export async function isGone(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout?.(PATIENCE);
  const { status, headers } = await fetch(url, { method: 'HEAD', cache: 'no-store', signal });
  return status === 404 && headers.has('X-Market');
}
