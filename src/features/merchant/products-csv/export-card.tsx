// Export card: downloads the store's products as a table, or an empty template.
import { productTableHeadings } from '#domain/product-table.ts';
import { csvOf } from '#domain/text/csv.ts';
import { fetchProductTable } from '#state/merchant/product-tables.ts';
import { Button } from '#ui/controls/button.tsx';
import { downloadFile } from '#ui/controls/download-file.ts';
import { useExport } from '../store/use-export.ts';
import styles from './import-page.module.css';

export function ExportCard({ storeId }: { storeId: string }) {
  const { busy, save } = useExport(() => fetchProductTable(storeId));
  const model = () =>
    downloadFile({ fileName: 'modele-produits.csv', content: csvOf([Object.values(productTableHeadings)]) });
  return (
    <section className={styles.card} aria-labelledby="export">
      <h2 id="export">1. Votre tableau</h2>
      <p>
        Exportez tous vos produits, changez-les ou ajoutez des lignes dans votre tableur, puis enregistrez au format
        CSV.
      </p>
      <div className={styles.actions}>
        <Button variant="secondary" icon="sheet" busy={busy} onClick={save}>
          Exporter mes produits
        </Button>
        <Button variant="quiet" onClick={model}>
          Modèle vide
        </Button>
      </div>
      <details className={styles.help}>
        <summary>Comment remplir le tableau</summary>
        <ul>
          <li>L’adresse désigne un produit que vous avez déjà. Laissez-la vide pour en créer un.</li>
          <li>Une colonne que vous supprimez laisse vos produits comme ils sont.</li>
          <li>Un stock vide n’est pas compté ; un stock écrit remplace celui de la boutique.</li>
          <li>Plusieurs catégories, événements ou produits associés se séparent par une barre&nbsp;: A | B.</li>
          <li>Une option par ligne dans sa cellule&nbsp;: Taille : 250 g = 0 | 500 g = 2,00.</li>
          <li>Les photos ne passent pas par le tableau.</li>
        </ul>
      </details>
    </section>
  );
}
