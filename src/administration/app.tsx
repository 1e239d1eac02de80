// Administration app: react-admin with our provider, texts, theme and lists.
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Admin, memoryStore, Resource } from 'react-admin';
import { CategoryCreate, CategoryEdit, CategoryList } from './content/categories.tsx';
import { DeliveryEdit, DeliveryList } from './content/deliveries.tsx';
import { EventCreate, EventEdit, EventList } from './content/events.tsx';
import { FeaturedEdit, FeaturedLists } from './content/featured.tsx';
import { PageCreate, PageEdit, PageList } from './content/pages.tsx';
import { RelayPointCreate, RelayPointEdit, RelayPointList } from './content/relay-points.tsx';
import { TermsCreate, TermsList, TermsShow } from './content/terms.tsx';
import { VatRateCreate, VatRateEdit, VatRateList } from './content/vat-rates.tsx';
import { FiguresPage } from './figures/figures-page.tsx';
import { Dashboard } from './frame/dashboard.tsx';
import { i18nProvider } from './frame/i18n.ts';
import { Layout } from './frame/layout.tsx';
import { darkTheme, lightTheme } from './frame/theme.ts';
import { ActionList } from './log/action-list.tsx';
import { LoginDialog } from './login/login-dialog.tsx';
import { LoginPage } from './login/login-page.tsx';
import { ContentList } from './moderation/content-list.tsx';
import { ContentShow } from './moderation/content-show.tsx';
import { DecisionList } from './moderation/decision-list.tsx';
import { DecisionShow } from './moderation/decision-show.tsx';
import { NoticeList } from './moderation/notice-list.tsx';
import { NoticeShow } from './moderation/notice-show.tsx';
import { JobList } from './operation/job-list.tsx';
import { MailList } from './operation/mail-list.tsx';
import { OrderList } from './orders/order-list.tsx';
import { OrderShow } from './orders/order-show.tsx';
import { AccountList } from './people/account-list.tsx';
import { AccountShow } from './people/account-show.tsx';
import { authProvider } from './session/auth-provider.ts';
import { dataProvider } from './session/data-provider.ts';
import { SettingEdit, SettingList } from './settings/settings.tsx';
import { StoreCreate } from './stores/store-create.tsx';
import { StoreList } from './stores/store-list.tsx';
import { StoreShow } from './stores/store-show.tsx';

// Lists and filters are remembered while the page is open; a shared computer keeps nothing.
const store = memoryStore();
// Without a network a call fails with its sentence, instead of waiting for the network without a word.
const queryClient = new QueryClient({
  defaultOptions: { queries: { networkMode: 'always' }, mutations: { networkMode: 'always' } },
});

const Screen = ({ children }: { children: ReactNode }) => <Layout login={<LoginDialog />}>{children}</Layout>;

export const App = () => (
  <Admin
    authProvider={authProvider}
    dataProvider={dataProvider}
    i18nProvider={i18nProvider}
    store={store}
    queryClient={queryClient}
    lightTheme={lightTheme}
    darkTheme={darkTheme}
    layout={Screen}
    loginPage={LoginPage}
    dashboard={Dashboard}
    requireAuth
    disableTelemetry
    title="Administration"
  >
    <Resource name="orders" list={OrderList} show={OrderShow} />
    <Resource name="stores" list={StoreList} show={StoreShow} create={StoreCreate} />
    <Resource name="figures" list={FiguresPage} />
    <Resource name="notices" list={NoticeList} show={NoticeShow} />
    <Resource name="decisions" list={DecisionList} show={DecisionShow} />
    <Resource name="contents" list={ContentList} show={ContentShow} />
    <Resource name="accounts" list={AccountList} show={AccountShow} />
    <Resource name="mails" list={MailList} />
    <Resource name="jobs" list={JobList} />
    <Resource name="actions" list={ActionList} />
    <Resource name="categories" list={CategoryList} create={CategoryCreate} edit={CategoryEdit} />
    <Resource name="featured" list={FeaturedLists} edit={FeaturedEdit} />
    <Resource name="vatRates" list={VatRateList} create={VatRateCreate} edit={VatRateEdit} />
    <Resource name="deliveries" list={DeliveryList} edit={DeliveryEdit} />
    <Resource name="terms" list={TermsList} create={TermsCreate} show={TermsShow} />
    <Resource name="pages" list={PageList} create={PageCreate} edit={PageEdit} />
    <Resource name="events" list={EventList} create={EventCreate} edit={EventEdit} />
    <Resource name="relayPoints" list={RelayPointList} create={RelayPointCreate} edit={RelayPointEdit} />
    <Resource name="settings" list={SettingList} edit={SettingEdit} />
  </Admin>
);
