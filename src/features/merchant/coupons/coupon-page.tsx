// Coupon pages: new and edit.
import { useParams } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useCoupon } from '#state/merchant/coupons.ts';
import { decide } from '#state/pending/pending-actions.ts';
import { useDecisions } from '#state/pending/pending-writes.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { DecisionList } from '#ui/pending/decision-list.tsx';
import { Empty, LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { Breadcrumb } from '#ui/text/breadcrumb.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { CouponEditForm } from './coupon-form.tsx';

export function NewCouponPage() {
  return (
    <CouponFrame title="Créer un code promo">
      <CouponEditForm edited={null} />
    </CouponFrame>
  );
}

const isId = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

export function CouponPage() {
  const { id = '' } = useParams();
  return (
    <CouponFrame title="Modifier le code promo">
      {isId(id) ? <KnownCoupon key={id} id={id} /> : <NoSuchCoupon />}
    </CouponFrame>
  );
}

function CouponFrame({ title, children }: { title: string; children: React.ReactNode }) {
  const siteName = useSiteName();
  return (
    <>
      <PageMeta title={title} siteName={siteName} noIndex />
      <Breadcrumb
        items={[
          { name: 'Accueil', to: paths.merchant },
          { name: 'Codes promotionnels', to: paths.merchantCoupons },
          { name: title },
        ]}
      />
      <h1>{title}</h1>
      {children}
    </>
  );
}

function KnownCoupon({ id }: { id: string }) {
  const query = useCoupon(id);
  const decisions = useDecisions(`coupon:${id}`);
  // Shows the cached coupon while loading.
  if (query.edited) {
    return (
      <>
        <DecisionList decisions={decisions} onChoose={decide} label="Modifications à vérifier" live here />
        <CouponEditForm edited={query.edited} />
      </>
    );
  }
  return (
    <Loaded query={query} what="list" loading={<LineShapes count={4} />} notFound={<NoSuchCoupon />}>
      {() => null}
    </Loaded>
  );
}

function NoSuchCoupon() {
  return (
    <Empty
      title="Ce code promo n’existe pas dans votre boutique."
      action={<LinkButton to={paths.merchantCoupons}>Voir mes codes promotionnels</LinkButton>}
    />
  );
}
