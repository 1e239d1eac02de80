// The page of an address that does not exist.
import { Link } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/reads/configuration.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from '../loading/states.module.css';

export function NotFoundPage() {
  const siteName = useSiteName();
  return (
    <section className={styles.state}>
      <PageMeta title="Page introuvable" siteName={siteName} noIndex />
      <h1>Page introuvable</h1>
      <p>Cette adresse ne mène à aucun étal : la page a pu changer de place, ou l’adresse être mal recopiée.</p>
      <LinkButton to={paths.home}>Revenir à l’accueil</LinkButton>
      <p>
        Ou faites un tour <Link to={paths.stores}>parmi les boutiques</Link>.
      </p>
    </section>
  );
}
