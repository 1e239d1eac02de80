// Import page: products from a table, in steps: download, choice, preview, import with progress.
import { generatePath } from 'react-router-dom';
import { countWithNoun } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { Breadcrumb } from '#ui/text/breadcrumb.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { ExportCard } from './export-card.tsx';
import { FileChoice } from './file-choice.tsx';
import styles from './import-page.module.css';
import { Preview } from './preview.tsx';
import { useImport } from './use-import.ts';

const TITLE = 'Importer des produits';
const list = generatePath(paths.merchantProducts, { page: '1' });

export function ImportPage({ storeId }: { storeId: string }) {
  const siteName = useSiteName();
  return (
    <>
      <PageMeta title={TITLE} siteName={siteName} noIndex />
      <Breadcrumb items={[{ name: 'Accueil', to: paths.merchant }, { name: 'Produits', to: list }, { name: TITLE }]} />
      <h1>{TITLE}</h1>
      <div className={styles.steps}>
        <ExportCard storeId={storeId} />
        <Import storeId={storeId} />
      </div>
    </>
  );
}

function Import({ storeId }: { storeId: string }) {
  const { state, choose, begin, resume, again } = useImport(storeId);
  switch (state.step) {
    case 'choose':
      return <FileChoice mistake={state.mistake} onFile={(file) => void choose(file)} />;
    case 'checking':
      return <Progress title="Vérification du fichier" done={state.done} of={state.of} />;
    case 'preview':
      return <Preview {...state.checked} onImport={() => void begin(state.checked)} onAgain={again} />;
    case 'writing':
      return <Progress title="Import en cours" done={state.done} of={state.of} />;
    case 'stopped':
      return (
        <section className={styles.card} aria-labelledby="arret">
          <h2 id="arret">Import interrompu</h2>
          <p>
            {state.done} sur {countWithNoun(state.of, 'produit')}{' '}
            {state.done > 1 ? 'sont enregistrés' : 'est enregistré'}.
          </p>
          <FieldError text={state.mistake} />
          <div className={styles.actions}>
            <Button onClick={() => void resume(state)}>Reprendre l’import</Button>
            <Button variant="secondary" onClick={again}>
              Choisir un autre fichier
            </Button>
          </div>
        </section>
      );
    case 'done':
      return (
        <section className={styles.card} role="status">
          <h2>Import terminé</h2>
          <p>
            {countWithNoun(state.made, 'produit')} {state.made > 1 ? 'créés' : 'créé'},{' '}
            {countWithNoun(state.changed, 'produit')} {state.changed > 1 ? 'modifiés' : 'modifié'}.
          </p>
          {state.made > 0 && <p>N'oubliez pas de publier vos produits récemment créés</p>}
          <div className={styles.actions}>
            <LinkButton to={list}>Voir mes produits</LinkButton>
            <Button variant="secondary" onClick={again}>
              Importer un autre fichier
            </Button>
          </div>
        </section>
      );
  }
}

function Progress({ title, done, of }: { title: string; done: number; of: number }) {
  return (
    <section className={styles.card} aria-labelledby="avance">
      <h2 id="avance">{title}</h2>
      <progress className={styles.progress} aria-labelledby="avance" {...(of > 0 && { value: done, max: of })} />
      <p role="status" className={styles.note}>
        {of > 0 ? `${done} sur ${countWithNoun(of, 'ligne')}` : 'Lecture…'}
      </p>
    </section>
  );
}
