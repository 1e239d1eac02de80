// Build files on the server.

/** Milliseconds after which an answer is not waited for. */
const CHECK_TIMEOUT_MS = 10_000;

/** Whether our server answers 404; a portal's page does not count. @throws without an answer in time */
export async function isRemovedFromServer(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout?.(CHECK_TIMEOUT_MS);
  const { status, headers } = await fetch(url, { method: 'HEAD', cache: 'no-store', signal });
  return status === 404 && headers.has('X-Market');
}
