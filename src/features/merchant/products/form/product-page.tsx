// Product page of the merchant: creates, changes or copies a product.
import { useEffect, useRef } from 'react';
import { generatePath, useNavigate, useParams } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useNamesOf } from '#state/merchant/media.ts';
import type { EditedProduct } from '#state/merchant/product-views.ts';
import { useProduct, useRefusedProduct } from '#state/merchant/products.ts';
import { flash } from '#state/page/flash.ts';
import { copyWrite, decide } from '#state/pending/pending-actions.ts';
import { useDecisions } from '#state/pending/pending-writes.ts';
import { moveDraft } from '#state/session/draft-store.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { DecisionList } from '#ui/pending/decision-list.tsx';
import { Empty, LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { Age, StateBadge, WaitingBadge } from '#ui/text/age.tsx';
import { Breadcrumb } from '#ui/text/breadcrumb.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { toastSaved } from '../../store/saved-toast.ts';
import { productsAddress } from '../product-address.ts';
import { ProductForm } from './product-form.tsx';
import { editedValues } from './product-form-definition.ts';
import styles from './product-page.module.css';
import { copiedValues, emptyValues, type ProductValues } from './product-values.ts';

const saved = 'Produit enregistré avec succès';
const toPublish = "N'oubliez pas de publier vos produits récemment créés";
const showSaved = (outcome: 'sent' | 'queued') => toastSaved(outcome, saved);

export function NewProductPage() {
  return (
    <ProductFrame title="Créer un produit">
      <NewProduct draft="produit nouveau" start={emptyValues} />
    </ProductFrame>
  );
}

export function MerchantProductPage() {
  const { id = '' } = useParams();
  return (
    <ProductFrame title="Modifier le produit">
      {isId(id) ? <KnownProduct key={id} id={id} /> : <NoSuchProduct />}
    </ProductFrame>
  );
}

export function ProductCopyPage() {
  const { id = '' } = useParams();
  return (
    <ProductFrame title="Dupliquer le produit">
      {isId(id) ? <CopiedProduct key={id} id={id} /> : <NoSuchProduct />}
    </ProductFrame>
  );
}

/** The server's, or a temporary name. */
const isId = (id: string) => /^(temp:)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

function ProductFrame({ title, children }: { title: string; children: React.ReactNode }) {
  const siteName = useSiteName();
  return (
    <>
      <PageMeta title={title} siteName={siteName} noIndex />
      <Breadcrumb
        items={[{ name: 'Accueil', to: paths.merchant }, { name: 'Produits', to: productsAddress() }, { name: title }]}
      />
      <h1>{title}</h1>
      {children}
    </>
  );
}

interface NewProductProps {
  draft: string;
  start: ProductValues;
  refusedId?: string;
}

function NewProduct({ draft, start, refusedId }: NewProductProps) {
  const navigate = useNavigate();
  const leave = (outcome: 'sent' | 'queued') => {
    showSaved(outcome);
    flash(toPublish);
    navigate(productsAddress());
  };
  return (
    <ProductForm
      draft={draft}
      id={null}
      {...(refusedId !== undefined && { refusedId })}
      edited={null}
      start={start}
      onSaved={leave}
    />
  );
}

function KnownProduct({ id }: { id: string }) {
  const query = useProduct(id);
  const { edited, isNew } = query;
  const refused = useRefusedProduct(isNew ? id : null);
  const wasRefused = useRef(false);
  // The form restores the refused values, and removes the notice.
  if (refused) wasRefused.current = true;
  if (isNew && edited) return <Edited id={id} edited={edited} />;
  if (wasRefused.current) return <NewProduct draft={`produit ${id}`} start={emptyValues} refusedId={id} />;
  if (isNew) return <AlreadySent id={id} />;
  return (
    <Loaded query={query} what="list" loading={<LineShapes count={6} />} notFound={<GoneProduct id={id} />}>
      {() =>
        edited && (
          <>
            {query.aged && <Age at={query.seenAt} />}
            <Edited id={id} edited={edited} refetch={query.refetch} />
          </>
        )
      }
    </Loaded>
  );
}

function Edited({ id, edited, refetch }: { id: string; edited: EditedProduct; refetch?: () => void }) {
  const decisions = useDecisions(`product:${id}`);
  const { inConflict, waiting, product } = edited;
  const ask = useRef(refetch);
  // Another device's change is newer than the shown product.
  useEffect(() => {
    if (inConflict) ask.current?.();
  }, [inConflict]);
  return (
    <>
      <p className={styles.states}>
        {product && (
          <StateBadge tone={product.published ? 'green' : 'quiet'}>
            {product.published ? 'Publié' : 'Masqué'}
          </StateBadge>
        )}
        {waiting.length > 0 && <WaitingBadge />}
      </p>
      <DecisionList decisions={decisions} onChoose={decide} label="Modifications à vérifier" live here />
      <ProductForm draft={`produit ${id}`} id={id} edited={edited} start={editedValues(edited)} onSaved={showSaved} />
    </>
  );
}

function CopiedProduct({ id }: { id: string }) {
  const query = useProduct(id);
  const { edited } = query;
  return (
    <Loaded query={query} what="list" loading={<LineShapes count={6} />} notFound={<NoSuchProduct />}>
      {() => edited && <NewProduct draft={`copie du produit ${id}`} start={copiedValues(editedValues(edited))} />}
    </Loaded>
  );
}

const backToList = <LinkButton to={productsAddress()}>Voir mes produits</LinkButton>;

/** The product was created meanwhile: continues under its server id. */
function AlreadySent({ id }: { id: string }) {
  const navigate = useNavigate();
  const named = useNamesOf([id]).get(id)?.split('/').at(-1);
  useEffect(() => {
    if (named === undefined) return;
    moveDraft(`produit ${id}`, `produit ${named}`);
    navigate(generatePath(paths.merchantProduct, { id: named }), { replace: true });
  }, [id, named, navigate]);
  return <Empty title="Ce produit a été envoyé : vous le trouverez dans la liste." action={backToList} />;
}

/** The product was deleted, perhaps by another device: a refused change is shown above. */
function GoneProduct({ id }: { id: string }) {
  const decisions = useDecisions(`product:${id}`);
  return (
    <>
      <DecisionList
        decisions={decisions}
        onChoose={decide}
        onCopy={copyWrite}
        label="Modifications à vérifier"
        live
        here
      />
      <NoSuchProduct />
    </>
  );
}

function NoSuchProduct() {
  return <Empty title="Ce produit n’existe pas dans votre boutique." action={backToList} />;
}
