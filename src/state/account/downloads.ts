// Downloads: a new link to a bought file. Requires the network.
import { downloadEndpoints } from '#contract/orders/downloads.ts';
import { type CallFailure, callEndpoint, callFailure } from '../api/call-endpoint.ts';

export type DownloadLink = { outcome: 'ready'; url: string } | CallFailure;

/** @param itemIri IRI of the order item */
export async function linkToDownload(itemIri: string): Promise<DownloadLink> {
  try {
    const { url } = await callEndpoint(
      downloadEndpoints['downloads.link'],
      itemIri.slice(itemIri.lastIndexOf('/') + 1),
    );
    return { outcome: 'ready', url };
  } catch (failure) {
    return callFailure(failure);
  }
}
