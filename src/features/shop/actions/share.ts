// Share: the device's own sheet with title, address and picture; without one the address is copied.

interface Shared {
  title: string;
  url: string;
}

/** `picture` is asked for only if the sheet may take files. */
export async function share(
  { title, url }: Shared,
  picture: () => Promise<File | null>,
): Promise<'shared' | 'cancelled' | 'copied' | 'failed'> {
  if (typeof navigator.share === 'function') {
    const file = typeof navigator.canShare === 'function' ? await picture() : null;
    const files = file ? [file] : [];
    try {
      await navigator.share(file && navigator.canShare({ title, url, files }) ? { title, url, files } : { title, url });
      return 'shared';
    } catch (failure) {
      if ((failure as DOMException).name === 'AbortError') return 'cancelled';
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'failed';
  }
}
