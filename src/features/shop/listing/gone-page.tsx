// The page of what was here once, or never.
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Empty } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';

interface GonePageProps {
  /** What is not here, in a sentence. */
  title: string;
  /** Where one goes on from there: home unless given. */
  to?: string;
  children?: string;
}

export function GonePage({ title, to = paths.home, children = 'Retour à l’accueil' }: GonePageProps) {
  return (
    <>
      <PageMeta title="Page introuvable" siteName={useSiteName()} noIndex />
      <Empty page title={title} action={<LinkButton to={to}>{children}</LinkButton>} />
    </>
  );
}
