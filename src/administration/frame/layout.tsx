// Layout: the menu of what the operator's role allows, the way to the market, and who is logged in.

import ArticleIcon from '@mui/icons-material/ArticleOutlined';
import BarChartIcon from '@mui/icons-material/BarChartOutlined';
import CategoryIcon from '@mui/icons-material/CategoryOutlined';
import CelebrationIcon from '@mui/icons-material/CelebrationOutlined';
import FlagIcon from '@mui/icons-material/FlagOutlined';
import GavelIcon from '@mui/icons-material/GavelOutlined';
import HistoryIcon from '@mui/icons-material/History';
import ShippingIcon from '@mui/icons-material/LocalShippingOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import PercentIcon from '@mui/icons-material/Percent';
import PlaceIcon from '@mui/icons-material/PlaceOutlined';
import ForumIcon from '@mui/icons-material/QuestionAnswerOutlined';
import ReceiptIcon from '@mui/icons-material/ReceiptLongOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import StarIcon from '@mui/icons-material/StarOutlined';
import StorefrontIcon from '@mui/icons-material/StorefrontOutlined';
import StoreIcon from '@mui/icons-material/StoreOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { Divider, Link, type Theme, Typography, useMediaQuery } from '@mui/material';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Layout as AdminLayout, AppBar, Menu, Sidebar, UserMenu, useGetIdentity } from 'react-admin';
import { paths } from '#paths';
import { isLoginAsked, onLoginAsked } from '../session/login-again.ts';
import { UnsavedGuard } from './unsaved.tsx';

const Entries = () => (
  <Menu>
    <Menu.DashboardItem primaryText="À faire" />
    <Divider component="li" sx={{ my: 0.5 }} />
    <Menu.ResourceItem name="orders" primaryText="Commandes" leftIcon={<ReceiptIcon />} />
    <Menu.ResourceItem name="stores" primaryText="Boutiques" leftIcon={<StoreIcon />} />
    <Menu.ResourceItem name="figures" primaryText="Chiffres" leftIcon={<BarChartIcon />} />
    <Divider component="li" sx={{ my: 0.5 }} />
    <Menu.ResourceItem name="notices" primaryText="Signalements" leftIcon={<FlagIcon />} />
    <Menu.ResourceItem name="decisions" primaryText="Contestations" leftIcon={<ForumIcon />} />
    <Menu.ResourceItem name="contents" primaryText="Contenus" leftIcon={<VisibilityIcon />} />
    <Menu.ResourceItem name="accounts" primaryText="Personnes" leftIcon={<PeopleIcon />} />
    <Divider component="li" sx={{ my: 0.5 }} />
    <Menu.ResourceItem name="categories" primaryText="Catégories" leftIcon={<CategoryIcon />} />
    <Menu.ResourceItem name="featured" primaryText="À la une" leftIcon={<StarIcon />} />
    <Menu.ResourceItem name="vatRates" primaryText="Taux de TVA" leftIcon={<PercentIcon />} />
    <Menu.ResourceItem name="deliveries" primaryText="Livraison" leftIcon={<ShippingIcon />} />
    <Menu.ResourceItem name="terms" primaryText="Conditions" leftIcon={<GavelIcon />} />
    <Divider component="li" sx={{ my: 0.5 }} />
    <Menu.ResourceItem name="pages" primaryText="Pages" leftIcon={<ArticleIcon />} />
    <Menu.ResourceItem name="events" primaryText="Événements" leftIcon={<CelebrationIcon />} />
    <Menu.ResourceItem name="relayPoints" primaryText="Points relais" leftIcon={<PlaceIcon />} />
    <Menu.ResourceItem name="settings" primaryText="Réglages" leftIcon={<SettingsIcon />} />
    <Divider component="li" sx={{ my: 0.5 }} />
    <Menu.ResourceItem name="mails" primaryText="Courriels" leftIcon={<MailIcon />} />
    <Menu.ResourceItem name="jobs" primaryText="Tâches" leftIcon={<ScheduleIcon />} />
    <Menu.ResourceItem name="actions" primaryText="Journal" leftIcon={<HistoryIcon />} />
  </Menu>
);

/** Named as it is written. */
function OwnMenu() {
  const { identity } = useGetIdentity();
  return <UserMenu label={identity?.fullName ?? 'Votre compte'} />;
}

/** On a phone without the buttons that the browser has, too. */
function Bar() {
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('sm'));
  return (
    <AppBar userMenu={<OwnMenu />} position="sticky" {...(!isWide && { toolbar: <></> })}>
      <Typography component="span" noWrap sx={{ flex: 1, minWidth: 0, fontWeight: 600 }}>
        Administration
      </Typography>
      <Link
        href={paths.home}
        color="inherit"
        underline="hover"
        aria-label="Le marché"
        sx={{ display: 'inline-flex', gap: 0.5, alignItems: 'center', justifyContent: 'center', ...touchable }}
      >
        <StorefrontIcon fontSize="small" aria-hidden />
        {isWide && 'Le marché'}
      </Link>
    </AppBar>
  );
}
const touchable = { mx: { sm: 1 }, minHeight: 44, minWidth: 44 };

/** The bar is as high as its letters: the page is below it, whatever their size, and no wider than the window. */
const belowBar = {
  minWidth: 0,
  '& .RaLayout-appFrame': { mt: 0, minWidth: 0 },
  '& .RaLayout-content, & .RaEdit-card, & .RaCreate-card, & .RaShow-card': { minWidth: 0 },
};

/** The menu of a phone would hide the login from who hears the page. */
const NoMenu = () => null;

interface LayoutProps {
  /** Over the page, once its session has ended. */
  login: ReactNode;
  children: ReactNode;
}

export function Layout({ login, children }: LayoutProps) {
  const isLoginOver = useSyncExternalStore(onLoginAsked, isLoginAsked);
  return (
    <AdminLayout appBar={Bar} menu={Entries} appBarAlwaysOn sx={belowBar} sidebar={isLoginOver ? NoMenu : Sidebar}>
      {children}
      <UnsavedGuard />
      {isLoginOver && login}
    </AdminLayout>
  );
}
