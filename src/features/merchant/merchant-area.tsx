// Merchant area: routes under /admin/boutique, for store owners.
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { includesRole } from '#contract/merchant/store-roles.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useSession, useStoreRole } from '#state/session/session.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { useLongerThan } from '#ui/loading/use-longer-than.ts';
import { Empty, LineShapes, LoadingPage } from '#ui/states/loaded.tsx';
import { OfflineState } from '#ui/states/offline-state.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { CouponPage, NewCouponPage } from './coupons/coupon-page.tsx';
import { CouponsPage } from './coupons/coupons-page.tsx';
import { DashboardPage } from './dashboard/dashboard-page.tsx';
import { ForbiddenPage } from './forbidden-page.tsx';
import { HandOverPage } from './hand-over/hand-over-page.tsx';
import styles from './merchant-area.module.css';
import { DaySheetPage } from './orders/day-sheet-page.tsx';
import { MerchantOrderPage } from './orders/order-page.tsx';
import { MerchantOrdersPage } from './orders/orders-page.tsx';
import { PayoutsPage } from './payouts/payouts-page.tsx';
import { MerchantProductPage, NewProductPage, ProductCopyPage } from './products/form/product-page.tsx';
import { ProductsByQuery, ProductsPage } from './products/list/products-page.tsx';
import { QuickPage } from './products/quick/quick-page.tsx';
import { ImportPage } from './products-csv/import-page.tsx';
import { AppointmentPage } from './requests/appointment-page.tsx';
import { MerchantAppointmentsPage } from './requests/appointments-page.tsx';
import { EstimatesPage } from './requests/estimates-page.tsx';
import { MessagesPage } from './requests/messages-page.tsx';
import { ContactPage } from './settings/contact-page.tsx';
import { HoursPage } from './settings/hours/hours-page.tsx';
import { InfosPage } from './settings/infos-page.tsx';
import { MediasPage } from './settings/medias-page.tsx';
import { PeoplePage } from './settings/people/people-page.tsx';
import { PositionPage } from './settings/position-page.tsx';
import { RelayPointPage } from './settings/relay-point-page.tsx';
import { ShippingPage } from './settings/shipping-page.tsx';
import { MerchantShell } from './shell/merchant-shell.tsx';
import { leastRoleAt } from './store/page-roles.ts';
import { UnknownPage } from './unknown-page.tsx';

const pages = [
  paths.merchant,
  paths.merchantOrders,
  paths.merchantOrder,
  paths.merchantDaySheet,
  paths.merchantHandOver,
  paths.merchantPayouts,
  paths.merchantMessages,
  paths.merchantProducts,
  paths.merchantProductsByQuery,
  paths.merchantProductsImport,
  paths.merchantNewProduct,
  paths.merchantQuickProducts,
  paths.merchantProduct,
  paths.merchantProductCopy,
  paths.merchantAppointments,
  paths.merchantAppointment,
  paths.merchantEstimates,
  paths.merchantEstimate,
  paths.merchantEdit,
  paths.merchantInfos,
  paths.merchantContact,
  paths.merchantHours,
  paths.merchantMedias,
  paths.merchantPosition,
  paths.merchantShipping,
  paths.merchantRelayPoint,
  paths.merchantPeople,
  paths.merchantCoupons,
  paths.merchantNewCoupon,
  paths.merchantCoupon,
];

/** Then the placeholder shows a text, milliseconds. */
const LATE_MS = 5000;

/** All pages under /admin/boutique, for store owners. */
export default function MerchantArea() {
  const session = useSession();
  const role = useStoreRole();
  const { pathname, search } = useLocation();
  const late = useLongerThan(!session.ready, LATE_MS);

  if (!session.ready) {
    return (
      <div className={`wrap ${styles.waiting}`}>
        {late ? (
          <OfflineState silent page>
            Votre boutique s’ouvrira dès que le réseau répondra.
          </OfflineState>
        ) : (
          <LoadingPage>
            <LineShapes count={5} />
          </LoadingPage>
        )}
      </div>
    );
  }
  const storeId = role === null ? null : session.user?.ownedStore;
  // An unknown address requires no login.
  if (!storeId && !pages.some((pattern) => matchPath(pattern, pathname))) {
    return (
      <div className={`wrap ${styles.waiting}`}>
        <UnknownPage back={{ to: paths.home, words: 'Revenir à l’accueil' }} />
      </div>
    );
  }
  if (session.status === 'anonymous') {
    const back = new URLSearchParams({ retour: `${pathname}${search}` });
    return <Navigate to={`${paths.authentication}?${back}`} replace />;
  }
  if (!storeId) return <NotAMerchant />;
  const page = pages.find((pattern) => matchPath(pattern, pathname));
  if (page !== undefined && !includesRole(role, leastRoleAt(page))) {
    // The first page of those who only prepare orders.
    if (page === paths.merchant) return <Navigate to={paths.merchantOrders} replace />;
    return (
      <MerchantShell storeId={storeId}>
        <ForbiddenPage storeId={storeId} />
      </MerchantShell>
    );
  }
  return (
    <MerchantShell storeId={storeId}>
      <Routes>
        <Route path={paths.merchant} element={<DashboardPage storeId={storeId} />} />
        <Route path={paths.merchantOrders} element={<MerchantOrdersPage storeId={storeId} />} />
        <Route path={paths.merchantOrder} element={<MerchantOrderPage />} />
        <Route path={paths.merchantDaySheet} element={<DaySheetPage />} />
        <Route path={paths.merchantHandOver} element={<HandOverPage storeId={storeId} />} />
        <Route path={paths.merchantPayouts} element={<PayoutsPage storeId={storeId} />} />
        <Route path={paths.merchantEdit} element={<Navigate to={paths.merchantInfos} replace />} />
        <Route path={paths.merchantInfos} element={<InfosPage storeId={storeId} />} />
        <Route path={paths.merchantContact} element={<ContactPage storeId={storeId} />} />
        <Route path={paths.merchantHours} element={<HoursPage storeId={storeId} />} />
        <Route path={paths.merchantMedias} element={<MediasPage storeId={storeId} />} />
        <Route path={paths.merchantPosition} element={<PositionPage storeId={storeId} />} />
        <Route path={paths.merchantShipping} element={<ShippingPage storeId={storeId} />} />
        <Route path={paths.merchantRelayPoint} element={<RelayPointPage storeId={storeId} />} />
        <Route path={paths.merchantPeople} element={<PeoplePage storeId={storeId} />} />
        <Route path={paths.merchantMessages} element={<MessagesPage />} />
        <Route path={paths.merchantAppointments} element={<MerchantAppointmentsPage />} />
        <Route path={paths.merchantAppointment} element={<AppointmentPage />} />
        <Route path={paths.merchantEstimates} element={<EstimatesPage />} />
        <Route path={paths.merchantEstimate} element={<EstimatesPage />} />
        <Route path={paths.merchantProducts} element={<ProductsPage />} />
        <Route path={paths.merchantProductsByQuery} element={<ProductsByQuery />} />
        <Route path={paths.merchantProductsImport} element={<ImportPage storeId={storeId} />} />
        <Route path={paths.merchantNewProduct} element={<NewProductPage />} />
        <Route path={paths.merchantQuickProducts} element={<QuickPage />} />
        <Route path={paths.merchantProduct} element={<MerchantProductPage />} />
        <Route path={paths.merchantProductCopy} element={<ProductCopyPage />} />
        <Route path={paths.merchantCoupons} element={<CouponsPage />} />
        <Route path={paths.merchantNewCoupon} element={<NewCouponPage />} />
        <Route path={paths.merchantCoupon} element={<CouponPage />} />
        <Route
          path="*"
          element={<UnknownPage back={{ to: paths.merchant, words: 'Revenir à l’accueil de ma boutique' }} />}
        />
      </Routes>
    </MerchantShell>
  );
}

function NotAMerchant() {
  const siteName = useSiteName();
  return (
    <div className={`wrap ${styles.waiting}`}>
      <PageMeta title="Gestion de ma boutique" siteName={siteName} noIndex />
      <Empty
        title="Vous n'avez pas accès à la gestion des boutique"
        action={
          <LinkButton to={paths.home} variant="secondary">
            Revenir à l’accueil
          </LinkButton>
        }
      >
        Cet espace est réservé aux commerçants, avec le compte de leur boutique.
      </Empty>
    </div>
  );
}
