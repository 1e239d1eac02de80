// Gone page: replaces removed or unknown content.
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Empty } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';

interface GonePageProps {
  /** One sentence about the missing content. */
  title: string;
  /** Target of the link; home by default. */
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
