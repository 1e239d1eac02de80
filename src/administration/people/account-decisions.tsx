// Decisions about an account, each with its reasons: the export of its data, blocking, its end, and a lost second factor.
import { useRedirect } from 'react-admin';
import type { Account } from '#contract/administration/accounts.ts';
import { downloadJson } from '../frame/download.ts';
import { Section } from '../frame/facts.tsx';
import { ReasonForm } from '../frame/reason-form.tsx';
import { call } from '../session/current.ts';

export function ExportForm({ account: { id, username } }: { account: Account }) {
  const download = async (reasons: string) =>
    downloadJson(
      `donnees-${id.slice(0, 8)}.json`,
      await call('administration.exportAccount', { params: { id }, body: { reasons } }),
    );
  return (
    <Section title="Exporter ses données">
      <ReasonForm
        hint={`Dans le journal seulement. Le fichier contient tout ce que le marché sait de ${username}, comme son propre export\u00a0: ne le remettez qu’à cette personne.`}
        decisions={[{ label: 'Télécharger', done: 'Le fichier est téléchargé.', decide: download }]}
      />
    </Section>
  );
}

export function BlockForm({ account: { id, blocked } }: { account: Account }) {
  const set = (isBlocked: boolean) => (reasons: string) =>
    call('administration.setBlocked', { params: { id }, body: { isBlocked, reasons } });
  return (
    <Section title={blocked ? 'Le laisser revenir' : 'Bloquer ce compte'}>
      <ReasonForm
        hint={
          blocked
            ? 'Envoyées par e-mail à cette personne.'
            : 'Envoyées par e-mail à cette personne, dont toutes les sessions se ferment aussitôt.'
        }
        decisions={
          blocked
            ? [{ label: 'Débloquer', done: 'Le compte est débloqué.', decide: set(false) }]
            : [{ label: 'Bloquer', done: 'Le compte est bloqué.', isSerious: true, decide: set(true) }]
        }
      />
    </Section>
  );
}

export function EndForm({ account: { id, username } }: { account: Account }) {
  const redirect = useRedirect();
  const end = (reasons: string) => call('administration.endAccount', { params: { id }, body: { reasons } });
  return (
    <Section title="Supprimer ce compte">
      <ReasonForm
        hint={`Envoyées par e-mail à ${username}. Tout ce qui est personnel est effacé pour toujours\u00a0; de ses commandes ne reste que ce que la loi demande de garder. Impossible tant qu’une commande ou une rétractation est en cours, ou que la personne tient seule une boutique.`}
        decisions={[
          {
            label: 'Supprimer pour toujours',
            done: 'Le compte est supprimé.',
            isSerious: true,
            decide: end,
            onDone: () => redirect('list', 'accounts'),
          },
        ]}
      />
    </Section>
  );
}

export function SecondFactorForm({ account: { id, role } }: { account: Account }) {
  const next =
    role === 'administrator'
      ? 'elle en met une nouvelle en place à sa prochaine connexion'
      : 'son mot de passe seul ouvre son compte, jusqu’à ce qu’elle en mette une nouvelle en place';
  const remove = (reasons: string) => call('administration.removeSecondFactor', { params: { id }, body: { reasons } });
  return (
    <Section title="Retirer sa double authentification">
      <ReasonForm
        hint={`Quand son téléphone et ses codes de secours sont perdus\u00a0: vérifiez de vive voix que c’est bien cette personne. Les raisons lui sont envoyées par e-mail, et ${next}.`}
        decisions={[
          { label: 'Retirer', done: 'La double authentification est retirée.', isSerious: true, decide: remove },
        ]}
      />
    </Section>
  );
}
