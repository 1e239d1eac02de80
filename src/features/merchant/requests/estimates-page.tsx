// Estimates page: requests for estimates; each has its own address.
import { useEffect, useRef } from 'react';
import { generatePath, Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { Estimate } from '#contract/merchant/received-requests.ts';
import { countWithNoun, pluralize } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { useApiQuery } from '#state/api/query.ts';
import { markEstimateRead, useEstimates } from '#state/merchant/received-requests.ts';
import { Modal } from '#ui/dialogs/modal.tsx';
import { Empty, LineShapes, Loaded } from '#ui/states/loaded.tsx';
import styles from './letter.module.css';
import { RequestLetter } from './letter.tsx';
import { pageNumberOf } from './page-number.ts';
import { ReceivedPage } from './received-page.tsx';

const TITLE = 'Demande de devis';

export function EstimatesPage() {
  const { id } = useParams();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const page = pageNumberOf(search);
  const query = useEstimates(page);
  const { estimates } = query;
  const unread = estimates?.filter(({ read }) => !read).length ?? 0;
  const back = `${paths.merchantEstimates}${page > 1 ? `?page=${page}` : ''}`;
  const listed = estimates?.find((estimate) => estimate.id === id);
  const close = () => void navigate(back, { replace: true });
  return (
    <ReceivedPage
      title={TITLE}
      query={query}
      rows={estimates?.map((estimate) => ({
        id: estimate.id,
        who: estimate.owner.username,
        about: summaryOf(estimate),
        createdAt: estimate.createdAt,
        unread: !estimate.read,
        open: () => {
          const to = generatePath(paths.merchantEstimate, { id: estimate.id });
          void navigate(page > 1 ? `${to}?page=${page}` : to);
        },
      }))}
      columns={['Auteur', 'Demande', 'Date']}
      news={unread > 0 ? `${countWithNoun(unread, 'demande')} ${pluralize(unread, 'non lue')}` : ''}
      view={query.view}
      page={page}
      path={paths.merchantEstimates}
      empty={{
        title: 'Aucune demande de devis pour le moment.',
        text: 'Les devis que vos clients demandent depuis la page de votre boutique apparaissent ici.',
      }}
    >
      {listed ? (
        <EstimateLetter estimate={listed} onClose={close} />
      ) : (
        id && query.status !== 'loading' && <UnlistedEstimate id={id} onClose={close} />
      )}
    </ReceivedPage>
  );
}

const nameOf = ({ product, label }: Estimate['items'][number]) => product?.name ?? label;

/** '2 × Un chignon, 1 × Une coupe' */
const summaryOf = ({ items }: Estimate) => items.map((item) => `${item.quantity} × ${nameOf(item)}`).join(', ');

/** Estimate of the address, outside the shown page of the list. */
function UnlistedEstimate({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useApiQuery('estimates.get', { params: { id } });
  if (query.data) return <EstimateLetter estimate={query.data} onClose={onClose} />;
  return (
    <Modal open onClose={onClose} title={TITLE}>
      <Loaded
        query={query}
        what="request"
        loading={<LineShapes count={3} />}
        notFound={<Empty title="Cette demande de devis n’existe pas dans votre boutique." />}
      >
        {() => null}
      </Loaded>
    </Modal>
  );
}

function EstimateLetter({ estimate, onClose }: { estimate: Estimate; onClose: () => void }) {
  const { id, read, owner, subject, message, createdAt, items } = estimate;
  const marked = useRef(false);
  useEffect(() => {
    if (read || marked.current) return;
    marked.current = true;
    markEstimateRead(id).catch(console.error);
  }, [id, read]);
  return (
    <RequestLetter
      title={subject || TITLE}
      owner={owner}
      createdAt={createdAt}
      message={message}
      subject={TITLE}
      onClose={onClose}
    >
      <ul className={styles.lines} aria-label="Ce qui est demandé">
        {items.map((item, index) => (
          // The lines of one estimate never change.
          <li key={`line-${index.toString()}`} className={styles.line}>
            <span className={styles.quantity}>{item.quantity}&nbsp;×</span>
            <span>
              {item.product ? (
                <Link to={generatePath(paths.product, { slug: item.product.slug })}>{item.product.name}</Link>
              ) : (
                item.label
              )}
            </span>
            {item.comment && <span className={styles.comment}>{item.comment}</span>}
          </li>
        ))}
      </ul>
    </RequestLetter>
  );
}
