import { paths } from '#paths';
import { useSiteName } from '#state/configuration.ts';
import { LinkButton } from '#ui/button.tsx';
import { PageMeta } from '#ui/page-meta.tsx';
import { Empty } from '#ui/status.tsx';

export function UnknownPage() {
  const siteName = useSiteName();
  return (
    <>
      <PageMeta title="Page introuvable" siteName={siteName} noIndex />
      <Empty
        title="Cette page n’existe pas."
        action={<LinkButton to={paths.merchant}>Revenir à l’accueil de ma boutique</LinkButton>}
      >
        L’adresse est peut-être incomplète.
      </Empty>
    </>
  );
}
