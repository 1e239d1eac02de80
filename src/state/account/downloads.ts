// Downloads: new links to bought files, invoices and credit notes. They require the network.
import { downloadEndpoints } from '#contract/orders/downloads.ts';
import { saleDocumentEndpoints } from '#contract/orders/sale-documents.ts';
import { type CallFailure, callEndpoint, callFailure } from '../api/call-endpoint.ts';

export type DownloadLink = { outcome: 'ready'; url: string } | CallFailure;

type LinkEndpoint = (typeof downloadEndpoints)['downloads.link'] | (typeof saleDocumentEndpoints)['saleDocuments.link'];

async function linkTo(endpoint: LinkEndpoint, id: string): Promise<DownloadLink> {
  try {
    const { url } = await callEndpoint(endpoint, id);
    return { outcome: 'ready', url };
  } catch (failure) {
    return callFailure(failure);
  }
}

/** @param item IRI of the order item */
export const linkToFile = (item: string) =>
  linkTo(downloadEndpoints['downloads.link'], item.slice(item.lastIndexOf('/') + 1));

/** @param id of an invoice or credit note */
export const linkToDocument = (id: string) => linkTo(saleDocumentEndpoints['saleDocuments.link'], id);
