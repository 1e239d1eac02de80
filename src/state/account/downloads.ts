// A new link to a file that was bought. Needs the network.
import { ApiError } from '#api/errors.ts';
import { downloads } from '#contract/orders/downloads.ts';
import { askBeside } from '../api/call-endpoint.ts';

export type DownloadLink =
  | { outcome: 'ready'; url: string }
  | { outcome: 'refused'; message: string }
  | { outcome: 'offline' };

/** @param itemIri of the article in its order */
export async function linkToDownload(itemIri: string): Promise<DownloadLink> {
  try {
    const { url } = await askBeside(downloads['downloads.link'], itemIri.slice(itemIri.lastIndexOf('/') + 1));
    return { outcome: 'ready', url };
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    const { kind, message } = failure;
    return kind === 'offline' || kind === 'timeout' ? { outcome: 'offline' } : { outcome: 'refused', message };
  }
}
