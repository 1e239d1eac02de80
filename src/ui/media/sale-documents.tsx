// SaleDocuments: invoices and credit notes of a part of an order.
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { DOCUMENT_NAMES } from '#domain/orders/sale-document.ts';
import { type FileLink, LinkedFile } from './linked-file.tsx';

interface SaleDocumentsProps {
  order: StoreOrder;
  /** @param id of the document */
  onAsk: (id: string) => Promise<FileLink>;
  /** Of the list. */
  className: string | undefined;
}

export function SaleDocuments({ order: { documents = [], store }, onAsk, className }: SaleDocumentsProps) {
  if (documents.length === 0) return null;
  return (
    <ul className={className} aria-label="Factures et avoirs">
      {documents.map(({ id, kind, number }) => (
        <li key={id}>
          <LinkedFile
            label={`${DOCUMENT_NAMES[kind]} ${number}`}
            name={`${DOCUMENT_NAMES[kind]} ${number}, ${store.name}\u00a0: télécharger`}
            onAsk={() => onAsk(id)}
          />
        </li>
      ))}
    </ul>
  );
}
