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
import type { ReportProps } from '../requests/report-form.tsx';
import styles from './contact-page.module.css';

const platformForm = lazyPart(() => import('../requests/contact-form.tsx'));

/** Form for users and visitors, next to frequent answers. */
export function PlatformContactPage() {
  return (
    <PlatformPage
      title="Contact Plateforme"
      description={'Écrire à l’équipe du marché\u00a0: une question, une idée, un souci avec une commande.'}
      report={null}
    />
  );
}

/** The content is in the address, its name in the history, if a link of this tab has led here. */
export function ReportPage() {
  const { search, state } = useLocation();
  const subject = new URLSearchParams(search).get('contenu') ?? '';
  return (
    <PlatformPage
      title="Signaler un contenu illégal"
      report={{ subject, title: typeof state === 'string' ? state : null }}
    />
  );
}

interface PlatformPageProps {
  title: string;
  description?: string;
  report: ReportProps | null;
}

function PlatformPage({ title, description, report }: PlatformPageProps) {
  const siteName = useSiteName();
  return (
    <div className={`${listing.listing} wrap`}>
      <PageMeta
        title={title}
        siteName={siteName}
        description={description}
        path={report ? undefined : paths.contact}
        noIndex={report !== null}
      />
      <h1 className={listing.head}>{title}</h1>
      <div className={styles.beside}>
        <LazyPart part={platformForm} props={{ report }} fallback={<LineShapes count={4} />} />
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
