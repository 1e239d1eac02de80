// Layout: the menu of what the operator's role allows, the way to the market, and who is logged in.
import BarChartIcon from '@mui/icons-material/BarChartOutlined';
import FlagIcon from '@mui/icons-material/FlagOutlined';
import HistoryIcon from '@mui/icons-material/History';
import MailIcon from '@mui/icons-material/MailOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import ForumIcon from '@mui/icons-material/QuestionAnswerOutlined';
import ReceiptIcon from '@mui/icons-material/ReceiptLongOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import StorefrontIcon from '@mui/icons-material/StorefrontOutlined';
import StoreIcon from '@mui/icons-material/StoreOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { Box, Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Layout as AdminLayout, AppBar, Menu, UserMenu, useGetIdentity } from 'react-admin';
import { paths } from '#paths';

const Entries = () => (
  <Menu>
    <Menu.DashboardItem primaryText="À faire" />
    <Menu.ResourceItem name="orders" primaryText="Commandes" leftIcon={<ReceiptIcon />} />
    <Menu.ResourceItem name="stores" primaryText="Boutiques" leftIcon={<StoreIcon />} />
    <Menu.ResourceItem name="figures" primaryText="Chiffres" leftIcon={<BarChartIcon />} />
    <Menu.ResourceItem name="notices" primaryText="Signalements" leftIcon={<FlagIcon />} />
    <Menu.ResourceItem name="decisions" primaryText="Contestations" leftIcon={<ForumIcon />} />
    <Menu.ResourceItem name="contents" primaryText="Contenus" leftIcon={<VisibilityIcon />} />
    <Menu.ResourceItem name="accounts" primaryText="Personnes" leftIcon={<PeopleIcon />} />
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

const Bar = () => (
  <AppBar userMenu={<OwnMenu />}>
    <Typography component="span" sx={{ flex: 1, fontWeight: 600 }}>
      Administration
    </Typography>
    <Link
      href={paths.home}
      aria-label="Le marché"
      color="inherit"
      underline="hover"
      sx={{
        display: 'inline-flex',
        gap: 0.5,
        alignItems: 'center',
        justifyContent: 'center',
        mx: 1,
        minWidth: 44,
        minHeight: 44,
      }}
    >
      <StorefrontIcon fontSize="small" aria-hidden />
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        Le marché
      </Box>
    </Link>
  </AppBar>
);

export const Layout = ({ children }: { children: ReactNode }) => (
  <AdminLayout appBar={Bar} menu={Entries} appBarAlwaysOn>
    {children}
  </AdminLayout>
);
