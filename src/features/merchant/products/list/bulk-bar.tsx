// BulkBar: actions for the selected products.
import { useState } from 'react';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import type { ShownProduct } from '#state/merchant/product-views.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { ProductIcon } from '../product-icon.tsx';
import styles from './bulk-bar.module.css';
import { BulkDialog } from './bulk-dialog.tsx';
import { useBulk } from './use-bulk.ts';

interface BulkBarProps {
  chosen: readonly ShownProduct[];
  fetched: readonly MerchantProduct[];
  onDone: () => void;
}

export function BulkBar({ chosen, fetched, onDone }: BulkBarProps) {
  const [field, setField] = useState<'price' | 'stock' | null>(null);
  const bulk = useBulk(chosen, fetched, onDone);
  if (chosen.length === 0) return null;
  return (
    <section className={styles.bar} aria-label="Produits sélectionnés">
      <p className={styles.count} aria-live="polite">
        {countWithNoun(chosen.length, 'choisi')}
      </p>
      <div className={styles.actions}>
        <Button busy={bulk.busy} onClick={bulk.publish}>
          <ProductIcon name="eye" size={20} />
          Publier
        </Button>
        <Button variant="secondary" busy={bulk.busy} onClick={bulk.hide}>
          <ProductIcon name="hidden" size={20} />
          Masquer
        </Button>
        <Button variant="secondary" busy={bulk.busy} onClick={() => setField('price')}>
          <ProductIcon name="euro" size={20} />
          Prix
        </Button>
        <Button variant="secondary" busy={bulk.busy} onClick={() => setField('stock')}>
          <ProductIcon name="stock" size={20} />
          Stock
        </Button>
      </div>
      <IconButton icon="close" label="Tout désélectionner" onClick={onDone} />
      {field && (
        <BulkDialog
          field={field}
          chosen={chosen}
          onClose={() => setField(null)}
          onChange={(way, typed) => {
            setField(null);
            void bulk.change(field, way, typed);
          }}
        />
      )}
    </section>
  );
}
