// Unknown back office page.
import { useSiteName } from '#state/api/configuration.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Empty } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';

interface Way {
  to: string;
  words: string;
}

/** An address of the back office at which nothing is built. */
export function UnknownPage({ back }: { back: Way }) {
  const siteName = useSiteName();
  return (
    <>
      <PageMeta title="Page introuvable" siteName={siteName} noIndex />
      <Empty page title="Page introuvable" action={<LinkButton to={back.to}>{back.words}</LinkButton>}>
        L’adresse est peut-être incomplète.
      </Empty>
    </>
  );
}
