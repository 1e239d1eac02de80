// Accounts page: finds an account, to act for its user.
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Account } from '#contract/account/administration.ts';
import { MAX_SEARCH } from '#contract/limits.ts';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { searchAccounts, startImpersonation } from '#state/account/administration.ts';
import { useSiteName } from '#state/api/configuration.ts';
import { useConnectivity, useOnReconnect } from '#state/page/connectivity.ts';
import { useFlash } from '#state/page/flash.ts';
import { useSession } from '#state/session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import { Empty, LineShapes } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './accounts-page.module.css';

const needsNetwork = 'Il faut du réseau\u00a0: réessayez dès son retour.';

interface Found {
  accounts: readonly Account[];
  total: number;
  /** Search text. */
  text: string;
}

export function AccountsPage() {
  const siteName = useSiteName();
  const { online } = useConnectivity();
  const { register, handleSubmit, formState, setError, clearErrors } = useForm({ defaultValues: { text: '' } });
  useOnReconnect(() => clearErrors('root'));
  const [found, setFound] = useState<Found | null>(null);
  // An answer that a later question has overtaken is not shown.
  const asked = useRef(0);

  const search = handleSubmit(async ({ text }) => {
    asked.current += 1;
    const turn = asked.current;
    const result = await searchAccounts(text.trim()).catch((failure: unknown) => {
      console.error(failure);
      return { outcome: 'refused' as const, message: UNEXPECTED_FAILURE };
    });
    if (turn !== asked.current) return;
    if (result.outcome === 'found') return setFound({ ...result, text: text.trim() });
    setError('root', { message: result.outcome === 'offline' ? needsNetwork : result.message });
  });

  return (
    <div className={`wrap ${styles.page}`}>
      <PageMeta title="Administration" siteName={siteName} noIndex />
      <header className={styles.head}>
        <h1>Administration</h1>
        <p className={styles.lead}>
          Retrouvez une personne, puis agissez en son nom pour l’aider&nbsp;: une demi-heure au plus, et tout ce que
          vous changez est consigné.
        </p>
      </header>
      {!online && (
        <p className={styles.offline} role="status">
          <Icon name="offline" size={20} />
          <span>
            Hors connexion&nbsp;: il faut du réseau pour administrer le marché. Ce que vous saisissez reste ici.
          </span>
        </p>
      )}
      <search>
        <form className={styles.form} onSubmit={search} noValidate>
          <TextField
            label="Chercher une personne"
            hint="Son nom, son adresse e-mail ou sa boutique."
            type="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_SEARCH}
            error={formState.errors.text?.message}
            {...register('text', {
              validate: (text) => text.trim().length > 1 || '2 caractères au moins.',
            })}
          />
          <Button type="submit" icon="search" busy={formState.isSubmitting}>
            Chercher
          </Button>
        </form>
      </search>
      {formState.errors.root && <FieldError text={formState.errors.root.message} />}
      <h2 className="visually-hidden">Personnes trouvées</h2>
      {formState.isSubmitting && !found ? <LineShapes count={4} /> : found && <Results {...found} />}
    </div>
  );
}

function Results({ accounts, total, text }: Found) {
  if (accounts.length === 0) {
    return (
      <Empty title={`Personne ne correspond à «\u00a0${text}\u00a0».`}>
        La recherche porte sur le nom, l’adresse e-mail et le nom de la boutique.
      </Empty>
    );
  }
  const more = total > accounts.length;
  return (
    <>
      <p className={styles.count} aria-live="polite">
        {more
          ? `Les ${accounts.length} premières personnes sur ${total}\u00a0: précisez votre recherche pour voir les autres.`
          : `${countWithNoun(total, 'personne')}`}
      </p>
      <ul className={styles.list}>
        {accounts.map((account) => (
          <li key={account.id}>
            <AccountCard account={account} />
          </li>
        ))}
      </ul>
    </>
  );
}

const roles: Record<Account['role'], string> = {
  shopper: 'Client',
  merchant: 'Commerçant',
  administrator: 'Administration',
};

function AccountCard({ account: { id, username, email, role, store } }: { account: Account }) {
  const flash = useFlash();
  const { user } = useSession();
  const [isAsking, setAsking] = useState(false);
  const act = async () => {
    setAsking(true);
    const result = await startImpersonation(id).catch((failure: unknown) => {
      console.error(failure);
      return { outcome: 'refused' as const, message: UNEXPECTED_FAILURE };
    });
    setAsking(false);
    if (result.outcome === 'offline') return flash(needsNetwork, 'error');
    if (result.outcome === 'refused') return flash(result.message, 'error');
    if (result.outcome === 'lost')
      flash(
        'Ce navigateur n’a pas gardé le témoin (cookie) de la session\u00a0: autorisez-les, puis réessayez.',
        'error',
      );
  };
  return (
    <article className={styles.card} aria-label={username}>
      <div className={styles.who}>
        <h3>{username}</h3>
        <p className={styles.email}>{email}</p>
        <p className={styles.role}>
          <span className={styles.tag}>{roles[role]}</span>
          {store !== null && (
            <span className={styles.store}>
              <Icon name="store" size={18} />
              {store}
            </span>
          )}
        </p>
      </div>
      {role === 'administrator' ? (
        <p className={styles.closed}>
          {user?.user_id === id
            ? 'C’est votre compte.'
            : 'Impossible d’agir au nom d’une personne qui administre le marché.'}
        </p>
      ) : (
        <Button variant="secondary" busy={isAsking} onClick={() => void act()}>
          <span>
            Agir en tant que <span className={styles.name}>{username}</span>
          </span>
        </Button>
      )}
    </article>
  );
}
