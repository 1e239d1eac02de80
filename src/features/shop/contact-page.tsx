import { generatePath, Link } from 'react-router-dom';
import { paths } from '#paths';
import { useConfiguration, useSiteName } from '#state/configuration.ts';
import { useApiQuery } from '#state/query.ts';
import { PageMeta } from '#ui/page-meta.tsx';
import { LineShapes, Loaded } from '#ui/status.tsx';
import styles from './listing.module.css';

/** The ways to reach the platform's team: its address, and its pages on the matter. */
export function ContactPage() {
  const siteName = useSiteName();
  const email = useConfiguration('contactEmail')?.value;
  const query = useApiQuery('pages.list', {});
  return (
    <div className={`${styles.listing} wrap`}>
      <PageMeta title="Contact Plateforme" siteName={siteName} path={paths.contact} />
      <h1 className={styles.head}>Contact Plateforme</h1>
      <div className="prose">
        {email && (
          <p>
            Écrivez-nous à <a href={`mailto:${email}`}>{email}</a>.
          </p>
        )}
        <Loaded query={query} loading={<LineShapes />}>
          {(list) => (
            <ul>
              {list['hydra:member']
                .filter((page) => page.place === 'nous-contacter' || page.place === 'aide')
                .map((page) => (
                  <li key={page['@id']}>
                    <Link to={generatePath(paths.page, { slug: page.slug })}>{page.name}</Link>
                  </li>
                ))}
            </ul>
          )}
        </Loaded>
      </div>
    </div>
  );
}
