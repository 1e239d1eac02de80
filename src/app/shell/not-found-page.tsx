// Not-found page.
import { Link } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Empty } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';

export default function NotFoundPage() {
  const siteName = useSiteName();
  return (
    <>
      <PageMeta title="Page introuvable" siteName={siteName} noIndex />
      <Empty page title="Page introuvable" action={<LinkButton to={paths.home}>Revenir à l’accueil</LinkButton>}>
        <p>Cette adresse ne mène à aucun étal : la page a pu changer de place, ou l’adresse être mal recopiée.</p>
        <p>
          Ou faites un tour <Link to={paths.stores}>parmi les boutiques</Link>.
        </p>
      </Empty>
    </>
  );
}
