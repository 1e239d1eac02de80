// NoOnlineSale: replaces order pages for stores without online sales.
import { paths } from '#paths';
import { LinkButton } from '#ui/controls/button.tsx';
import { Empty } from '#ui/states/loaded.tsx';

export function NoOnlineSale() {
  return (
    <Empty
      title="Votre boutique ne vend pas en ligne."
      action={
        <LinkButton to={paths.merchant} variant="secondary">
          Revenir à l’accueil de ma boutique
        </LinkButton>
      }
    >
      Il n’y a donc pas de commande à préparer ici.
    </Empty>
  );
}
