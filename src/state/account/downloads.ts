// A new link to a file that was bought. Needs the network.
import { downloads } from '#contract/orders/downloads.ts';
import { askBeside, type CallFailure, callFailure } from '../api/call-endpoint.ts';

export type DownloadLink = { outcome: 'ready'; url: string } | CallFailure;

/** @param itemIri of the article in its order */
export async function linkToDownload(itemIri: string): Promise<DownloadLink> {
  try {
    const { url } = await askBeside(downloads['downloads.link'], itemIri.slice(itemIri.lastIndexOf('/') + 1));
    return { outcome: 'ready', url };
  } catch (failure) {
    return callFailure(failure);
  }
}
