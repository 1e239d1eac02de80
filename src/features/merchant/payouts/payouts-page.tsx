// Payouts page: the store's account at the payment provider, what is owed and on its way, and statements by month.
import type { StorePayouts } from '#contract/merchant/payouts.ts';
import { formatCents } from '#domain/money.ts';
import { formatDate, formatLongDay } from '#domain/time/dates.ts';
import { useSiteName } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { linkToAccount, linkToStatement } from '#state/merchant/payout-links.ts';
import { LinkedFile } from '#ui/media/linked-file.tsx';
import { Empty, LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { AgeOf } from '#ui/text/age.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { accountText, incidentText, missingTexts } from './account-texts.ts';
import styles from './payouts-page.module.css';

export function PayoutsPage({ storeId }: { storeId: string }) {
  const siteName = useSiteName();
  const query = useApiQuery('payouts.byStore', { params: { id: storeId } });
  return (
    <>
      <PageMeta title="Versements" siteName={siteName} noIndex />
      <div className={styles.head}>
        <h1>Versements</h1>
        <AgeOf query={query} />
      </div>
      <Loaded query={query} loading={<LineShapes count={6} />}>
        {(payouts) => (
          <div className={styles.parts}>
            {payouts.account && <Account storeId={storeId} account={payouts.account} />}
            <Incidents incidents={payouts.incidents} />
            <Owed payouts={payouts} />
            <Months storeId={storeId} months={payouts.months} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Account({ storeId, account }: { storeId: string; account: NonNullable<StorePayouts['account']> }) {
  const { title, text, action } = accountText(account);
  const missing = missingTexts(account);
  return (
    <section className={styles.card} data-ready={account.state === 'ready' || undefined} aria-labelledby="account">
      <h2 id="account">{title}</h2>
      <p>{text}</p>
      {missing.length > 0 && <p>Il manque {new Intl.ListFormat('fr').format(missing)}.</p>}
      <LinkedFile label={action} onAsk={() => linkToAccount(storeId)} hasNote />
    </section>
  );
}

function Incidents({ incidents }: { incidents: StorePayouts['incidents'] }) {
  if (incidents.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="incidents">
      <h2 id="incidents">Incidents</h2>
      <ul className={styles.lines}>
        {incidents.map((incident) => (
          <li key={`${incident.kind}${incident.createdAt}`}>
            {formatDate(incident.createdAt)}
            {'\u00a0'}: {incidentText(incident)} {formatCents(incident.amount)}
            {!incident.open && ', réglé'}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Owed({ payouts: { owed, pending } }: { payouts: StorePayouts }) {
  const late = pending.filter((transfer) => transfer.late);
  return (
    <section className={styles.card} aria-labelledby="owed">
      <h2 id="owed">À venir</h2>
      <p className={styles.amount}>{formatCents(owed)}</p>
      <p>
        {owed > 0
          ? 'Vendus en ligne et pas encore versés, commission comprise. Une commande vous est versée dès que vous la validez.'
          : 'Tout ce qui a été vendu en ligne vous a été versé.'}
      </p>
      {late.length > 0 && (
        <ul className={styles.lines}>
          {late.map(({ storeOrder, amount }) => (
            <li key={storeOrder}>
              Commande n° {storeOrder}
              {'\u00a0'}: {formatCents(amount)}, versement refusé pour l’instant, nouvel essai à suivre
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Months({ storeId, months }: { storeId: string; months: StorePayouts['months'] }) {
  if (months.length === 0) {
    return (
      <Empty title="Aucun relevé pour le moment.">Votre premier relevé apparaîtra avec votre première vente.</Empty>
    );
  }
  return (
    <section aria-labelledby="months">
      <h2 id="months">Relevés</h2>
      <ul className={styles.months}>
        {months.map((month) => (
          <Month key={month.month} storeId={storeId} month={month} />
        ))}
      </ul>
    </section>
  );
}

function Month({ storeId, month }: { storeId: string; month: StorePayouts['months'][number] }) {
  const name = formatLongDay(`${month.month}-01`).replace(/^\S+ /, '');
  const figures: [label: string, cents: number][] = [
    ['Ventes en ligne', month.online],
    ['Encaissé à la livraison', month.onDelivery],
    ['Remboursements', -month.refunds],
    ['Commission', -month.commission],
    ['Versements', -month.transfers],
    ['Solde', month.balance],
  ];
  return (
    <li className={styles.card}>
      <div className={styles.monthHead}>
        <h3>{name}</h3>
        <div className={styles.files}>
          {(['csv', 'pdf'] as const).map((format) => (
            <LinkedFile
              key={format}
              label={format.toUpperCase()}
              name={`${format.toUpperCase()}, relevé de ${name}`}
              onAsk={() => linkToStatement(storeId, month.month, format)}
            />
          ))}
        </div>
      </div>
      <dl className={styles.figures}>
        {figures.map(([label, cents]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatCents(cents)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
