// Static page of the market: terms, help, about.
import { generatePath, useParams } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { Markdown } from '#ui/text/markdown.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { GonePage } from '../listing/gone-page.tsx';
import styles from '../listing/listing.module.css';

export function StaticPage() {
  const { slug = '' } = useParams();
  const siteName = useSiteName();
  const { online } = useConnectivity();
  const query = useApiQuery('pages.list', {});
  return (
    <article className={`${styles.listing} wrap`}>
      <Loaded query={query} what="page" aged={!online} loading={<LineShapes count={8} />}>
        {(list) => {
          const page = list['hydra:member'].find((each) => each.slug === slug);
          if (!page) return <GonePage title="Cette page n’existe pas, ou plus." />;
          return (
            <>
              <PageMeta
                title={page.name}
                siteName={siteName}
                description={page.description.replace(/[#*_>[\]()]/g, '')}
                path={generatePath(paths.page, { slug })}
                type="article"
              />
              <h1 className={styles.head}>{page.name}</h1>
              <Markdown text={page.description} />
            </>
          );
        }}
      </Loaded>
    </article>
  );
}
