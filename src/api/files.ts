// Files of the app on the server.

/** Our server says that it has it no more; a log-in page of someone else's network says nothing of it. @throws without an answer */
export async function isGone(url: string): Promise<boolean> {
  const { status, headers } = await fetch(url, { method: 'HEAD', cache: 'no-store' });
  return status === 404 && headers.has('X-Market');
}
