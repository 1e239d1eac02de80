// Coupons page: discount, last day and state of the store's coupons.
import { useState } from 'react';
import { generatePath, Link, useSearchParams } from 'react-router-dom';
import type { Coupon } from '#contract/merchant/coupons.ts';
import { formatCents, sentToShownCents } from '#domain/money.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { storageErrorMessage } from '#domain/text/storage-error.ts';
import { formatDate, parisDay } from '#domain/time/dates.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { type ShownCoupon, toggleCoupon, useCoupons } from '#state/merchant/coupons.ts';
import { toast } from '#state/page/flash.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Empty, LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { Age, WaitingBadge } from '#ui/text/age.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './coupons-page.module.css';

export function CouponsPage() {
  const siteName = useSiteName();
  const [search] = useSearchParams();
  const requestedPage = Number(search.get('page'));
  const page = Number.isInteger(requestedPage) && requestedPage > 1 ? requestedPage : 1;
  const query = useCoupons(page);
  const { coupons, fetched, view } = query;
  return (
    <>
      <PageMeta title="Codes promotionnels" siteName={siteName} noIndex />
      <div className={styles.head}>
        <h1>Codes promotionnels</h1>
        <LinkButton to={paths.merchantNewCoupon} icon="plus">
          Créer un code promo
        </LinkButton>
      </div>
      <Loaded query={query} what="list" loading={<LineShapes count={5} />}>
        {() =>
          coupons && coupons.length > 0 ? (
            <>
              {query.aged && <Age at={query.seenAt} />}
              <ul className={styles.rows} aria-label="Codes promotionnels">
                {coupons.map((coupon) => (
                  <CouponRow key={coupon.key} shown={coupon} coupon={fetched?.find(({ id }) => id === coupon.id)} />
                ))}
              </ul>
              <Pagination
                view={view}
                page={page}
                to={(to) => `${paths.merchantCoupons}?page=${to}`}
                label="Pages des codes promotionnels"
              />
            </>
          ) : (
            <Empty title="Aucun code promo pour le moment.">
              Un code promo offre une remise à qui le saisit dans son panier.
            </Empty>
          )
        }
      </Loaded>
    </>
  );
}

/** '− 5,00 €', '− 10 %' */
function discountWords({ discount, discountType }: ShownCoupon): string {
  if (discount === null) return '';
  return discountType === 'fix'
    ? `−\u00a0${formatCents(sentToShownCents(discount) ?? 0)}`
    : `−\u00a0${discount}\u00a0%`;
}

/** A pending coupon has a day instead of an instant. */
const hasEnded = (expirationDate: string, now: Date) =>
  expirationDate.length === 10 ? expirationDate < parisDay(now) : new Date(expirationDate) < now;

/** Last valid day. */
const lastDay = (expirationDate: string) =>
  expirationDate.length === 10 ? expirationDate.split('-').toReversed().join('/') : formatDate(expirationDate);

/** 'dès 20,00 € · pour 2 produits · 3 fois sur 50'; '' without limits. */
function limitWords({ minimumAmount, products, oncePerPerson, maxUses, uses = 0 }: Coupon): string {
  return [
    minimumAmount && `dès ${formatCents(minimumAmount.amount)}`,
    products && `pour ${countWithNoun(products.length, 'produit')}`,
    oncePerPerson && 'une fois par personne',
    maxUses && `utilisé ${uses}\u00a0fois sur ${maxUses}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function CouponRow({ shown, coupon }: { shown: ShownCoupon; coupon: Coupon | undefined }) {
  const { id, code, expirationDate, active, waiting } = shown;
  const [now] = useState(() => new Date());
  const limits = coupon && limitWords(coupon);
  const ended = expirationDate !== null && hasEnded(expirationDate, now);
  const toggle = async () => {
    if (!coupon) return;
    try {
      const result = await toggleCoupon(coupon, !active);
      if (result.outcome === 'sent') toast(`Code promo ! ${active ? 'Désactivé' : 'Actif'}`);
      if (result.outcome === 'refused') toast(result.text, 'error');
    } catch (failure) {
      console.error(failure);
      toast(storageErrorMessage(failure), 'error');
    }
  };
  return (
    <li className={styles.row} data-active={(active && !ended) || undefined}>
      <div className={styles.what}>
        {id === null ? (
          <strong className={styles.code}>{code}</strong>
        ) : (
          <Link to={generatePath(paths.merchantCoupon, { id })} className={styles.code}>
            {code}
          </Link>
        )}
        {waiting && <WaitingBadge />}
        {limits && <span className={styles.limits}>{limits}</span>}
      </div>
      <span className={styles.discount}>{discountWords(shown)}</span>
      <span className={styles.until}>
        {expirationDate ? `${ended ? 'a expiré le' : 'jusqu’au'} ${lastDay(expirationDate)}` : 'sans date de fin'}
      </span>
      <label className={styles.toggle}>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={active}
          disabled={!coupon}
          onChange={() => void toggle()}
        />
        <span>
          <span className="visually-hidden">{code}&nbsp;: </span>
          {active ? 'Actif' : 'Désactivé'}
        </span>
      </label>
    </li>
  );
}
