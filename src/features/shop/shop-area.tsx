// Market pages outside the first script: stores, lists, events, search, static pages.
import { Route, Routes } from 'react-router-dom';
import { paths } from '#paths';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { ErrorState, LoadingPage } from '#ui/states/loaded.tsx';
import { StoresPage } from './directory/stores-page.tsx';
import { EventPage } from './listing/event-page.tsx';
import { FeedPage } from './listing/feed-page.tsx';
import { PlatformContactPage, ReportPage } from './pages/contact-page.tsx';
import { StaticPage } from './pages/static-page.tsx';
import { SearchPage } from './search/search-page.tsx';
import { StoreAboutPage } from './store/store-about-page.tsx';
import { StoreLayout } from './store/store-layout.tsx';
import { StoreHomePage } from './store/store-page.tsx';
import { StoreProductsPage } from './store/store-products-page.tsx';
import { StoreReviewsPage } from './store/store-reviews-page.tsx';

const favouritesPage = lazyPart(() => import('./favourites/favourites-page.tsx'));

export default function ShopArea() {
  return (
    <Routes>
      <Route path={paths.stores} element={<StoresPage />} />
      <Route path={paths.store} element={<StoreLayout />}>
        <Route index element={<StoreHomePage />} />
        <Route path={paths.storeProducts} element={<StoreProductsPage />} />
        <Route path={paths.storeAbout} element={<StoreAboutPage />} />
        <Route path={paths.storeReviews} element={<StoreReviewsPage />} />
      </Route>
      <Route path={paths.latest} element={<FeedPage key="latest" feed="latest" />} />
      <Route path={paths.promotions} element={<FeedPage key="promotions" feed="promotions" />} />
      <Route path={paths.event} element={<EventPage />} />
      <Route path={paths.search} element={<SearchPage />} />
      <Route
        path={paths.favourites}
        element={
          <LazyPart
            part={favouritesPage}
            props={{}}
            fallback={<LoadingPage />}
            missing={(again) => <ErrorState onRetry={again} />}
          />
        }
      />
      <Route path={paths.page} element={<StaticPage />} />
      <Route path={paths.contact} element={<PlatformContactPage />} />
      <Route path={paths.report} element={<ReportPage />} />
    </Routes>
  );
}
