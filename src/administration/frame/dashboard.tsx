// Dashboard: what waits for this operator.
import { Card, CardActionArea, CardContent, Stack, Typography } from '@mui/material';
import { useCanAccess, useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { countWithNoun } from '#domain/text/plural.ts';
import { Page } from './page.tsx';

const ONE = { page: 1, perPage: 1 };

export const Dashboard = () => (
  <Page title="À faire" lead="Ce qui attend quelque chose de votre part.">
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} useFlexGap sx={{ mt: 2, flexWrap: 'wrap' }}>
      <Waiting resource="notices" filter={{ isOpen: true }} title="Signalements" noun="signalement" />
      <Waiting resource="decisions" filter={{ isContested: true }} title="Contestations" noun="réponse" />
      <Waiting resource="mails" filter={{ state: 'failed' }} title="Courriels abandonnés" noun="courriel" />
    </Stack>
  </Page>
);

interface Waits {
  resource: string;
  filter: object;
  title: string;
  noun: string;
}

function Waiting({ resource, filter, title, noun }: Waits) {
  const { canAccess } = useCanAccess({ resource, action: 'list' });
  const { total } = useGetList(resource, { filter, pagination: ONE }, { enabled: canAccess === true });
  if (!canAccess) return null;
  return (
    <Card variant="outlined" sx={{ width: { xs: '100%', sm: 320 } }}>
      <CardActionArea component={Link} to={`/${resource}`} sx={{ height: '100%' }}>
        <CardContent>
          <Typography variant="h2">{title}</Typography>
          <Typography sx={{ mt: 1, color: total ? 'warning.main' : 'text.secondary', fontWeight: total ? 600 : 400 }}>
            {total === 0 ? 'Rien n’attend.' : total && `${countWithNoun(total, noun)} à examiner`}
          </Typography>
        </CardContent>
      </CardActionArea>
    </Card>
  );
}
