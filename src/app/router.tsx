// Router: pages and lazy areas by address.
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { HomePage } from '#features/shop/home/home-page.tsx';
import { CategoryPage } from '#features/shop/listing/category-page.tsx';
import { ProductPage } from '#features/shop/product/product-page.tsx';
import { paths } from '#paths';
import { LazyPart, type LazyPartSource, lazyPart } from '#ui/loading/lazy-part.tsx';
import { AreaLoading, AreaMissing } from './loading/area-states.tsx';
import { type AreaName, areaOf, redirectOf } from './routes.ts';

export const areas: Record<AreaName | 'nowhere', LazyPartSource<object>> = {
  checkout: lazyPart<object>(() => import('#features/checkout/checkout-area.tsx')),
  account: lazyPart<object>(() => import('#features/account/account-area.tsx')),
  merchant: lazyPart<object>(() => import('#features/merchant/merchant-area.tsx')),
  waiting: lazyPart<object>(() => import('#features/waiting/waiting-page.tsx')),
  more: lazyPart<object>(() => import('#features/shop/shop-area.tsx')),
  nowhere: lazyPart<object>(() => import('./shell/not-found-page.tsx')),
};

/** Everything that is not a first view: an old address, an area (which routes by whole paths itself), or nothing. */
function Elsewhere() {
  const { pathname, search } = useLocation();
  const to = redirectOf(pathname, search);
  if (to) return <Navigate to={to} replace />;
  const name = areaOf(pathname) ?? 'nowhere';
  return (
    <LazyPart
      key={name}
      part={areas[name]}
      props={{}}
      fallback={<AreaLoading />}
      missing={(again) => <AreaMissing onRetry={again} />}
    />
  );
}

/** Home, category and product pages are part of the first script; others load on demand. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path={paths.home} element={<HomePage />} />
      <Route path={paths.category} element={<CategoryPage />} />
      <Route path={paths.product} element={<ProductPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>
  );
}
