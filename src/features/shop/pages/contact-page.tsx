// Contact page of the platform's team.
import { generatePath, Link, useLocation } from 'react-router-dom';
import { mailLink } from '#domain/text/mail-link.ts';
import { paths } from '#paths';
import { useConfiguration, useSiteName } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import listing from '../listing/listing.module.css';
import styles from './contact-page.module.css';

const platformForm = lazyPart(() => import('../requests/contact-form.tsx'));

const CONTACT = 'Contact Plateforme';
const REPORT = 'Signaler un contenu illégal';

/** Form for users and visitors, next to frequent answers: a message, or the report of the content in the address. */
export function PlatformContactPage() {
  const siteName = useSiteName();
  const { search, state } = useLocation();
  const subject = new URLSearchParams(search).get('signaler');
  const title = subject === null ? CONTACT : REPORT;
  return (
    <div className={`${listing.listing} wrap`}>
      <PageMeta
        title={title}
        siteName={siteName}
        description={'Écrire à l’équipe du marché\u00a0: une question, une idée, un souci avec une commande.'}
        path={paths.contact}
        noIndex={subject !== null}
      />
      <h1 className={listing.head}>{title}</h1>
      <div className={styles.beside}>
        <LazyPart
          key={subject}
          part={platformForm}
          props={{ report: subject === null ? null : { subject, title: typeof state === 'string' ? state : null } }}
          fallback={<LineShapes count={4} />}
        />
        <OtherWays />
      </div>
    </div>
  );
}

function OtherWays() {
  const email = useConfiguration('contactEmail')?.value;
  const query = useApiQuery('pages.list', {});
  return (
    <aside className={`${styles.ways} prose`} aria-labelledby="autres-chemins">
      <h2 id="autres-chemins">La réponse est peut-être ici</h2>
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
      {email && (
        <p>
          Vous pouvez aussi nous écrire à <a href={mailLink(email)}>{email}</a>.
        </p>
      )}
    </aside>
  );
}
