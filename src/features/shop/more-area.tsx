import { Route, Routes } from 'react-router-dom';
import { paths } from '#paths';
import { ContactPage } from './contact-page.tsx';
import { EventPage } from './event-page.tsx';
import { LatestPage } from './latest-page.tsx';
import { PromotionsPage } from './promotions-page.tsx';
import { SearchPage } from './search-page.tsx';
import { StaticPage } from './static-page.tsx';
import { StoreAboutPage } from './store-about-page.tsx';
import { StoreLayout } from './store-layout.tsx';
import { StorePage } from './store-page.tsx';
import { StoreProductsPage } from './store-products-page.tsx';
import { StoreReviewsPage } from './store-reviews-page.tsx';
import { StoresPage } from './stores-page.tsx';

/** The rest of the market: shops, lists, events, search, pages. */
export default function MoreArea() {
  return (
    <Routes>
      <Route path={paths.stores} element={<StoresPage />} />
      <Route path={paths.store} element={<StoreLayout />}>
        <Route index element={<StorePage />} />
        <Route path={paths.storeProducts} element={<StoreProductsPage />} />
        <Route path={paths.storeAbout} element={<StoreAboutPage />} />
        <Route path={paths.storeReviews} element={<StoreReviewsPage />} />
      </Route>
      <Route path={paths.latest} element={<LatestPage />} />
      <Route path={paths.promotions} element={<PromotionsPage />} />
      <Route path={paths.event} element={<EventPage />} />
      <Route path={paths.search} element={<SearchPage />} />
      <Route path={paths.page} element={<StaticPage />} />
      <Route path={paths.contact} element={<ContactPage />} />
    </Routes>
  );
}
