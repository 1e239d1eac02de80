// Back office page that the role does not open: whom to ask, and the way back.
import { ROLE_NAMES } from '#domain/store-people.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useOwnStore } from '#state/merchant/own-store.ts';
import { useStoreRole } from '#state/session/session.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Empty } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';

const names = new Intl.ListFormat('fr', { type: 'disjunction' });

export function ForbiddenPage({ storeId }: { storeId: string }) {
  const siteName = useSiteName();
  const role = useStoreRole();
  const { store } = useOwnStore(storeId);
  const owners = store?.owners ?? [];
  const whom = owners.length > 0 ? `${names.format(owners)}, responsable de la boutique` : 'la personne responsable';
  return (
    <>
      <PageMeta title="Page réservée" siteName={siteName} noIndex />
      <Empty
        page
        title="Votre rôle ne permet pas d’ouvrir cette page."
        action={<LinkButton to={paths.merchantOrders}>Voir les commandes</LinkButton>}
      >
        {role && `Vous avez le rôle «\u00a0${ROLE_NAMES[role]}\u00a0». `}
        Si vous en avez besoin, demandez à {whom}.
      </Empty>
    </>
  );
}
