// Statistics of the store by year, as charts and tables.
import { useState } from 'react';
import { FIRST_YEAR, type StoreMetrics } from '#contract/merchant/metrics.ts';
import { formatCents } from '#domain/money.ts';
import { parisDay } from '#domain/time/dates.ts';
import { useApiQuery } from '#state/api/query.ts';
import { Tabs } from '#ui/controls/tabs.tsx';
import { SelectField } from '#ui/fields/fields.tsx';
import { LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { AgeOf } from '#ui/text/age.tsx';
import { salesByMonth, salesByWeek, salesByYear, shownCategories } from './figures.ts';
import { FiguresChart } from './figures-chart.tsx';
import styles from './statistics.module.css';

export function Statistics({ storeId, sellsOnline }: { storeId: string; sellsOnline: boolean }) {
  const [thisYear] = useState(() => Number(parisDay(new Date()).slice(0, 4)));
  const [year, setYear] = useState(thisYear);
  const years = Array.from({ length: thisYear - FIRST_YEAR + 1 }, (_, at) => thisYear - at);
  // The same arguments as the prefetch for the current year.
  const query = useApiQuery(
    'metrics.byStore',
    { params: { id: storeId }, query: year === thisYear ? {} : { year: String(year) } },
    { keepPrevious: true },
  );
  return (
    <section className={styles.section} aria-labelledby="statistics">
      <div className={styles.head}>
        <h2 id="statistics">Statistiques</h2>
        <AgeOf query={query} />
        <SelectField
          label="Année"
          hideLabel
          className={styles.year}
          value={year}
          onChange={(event) => setYear(Number(event.target.value))}
        >
          {years.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </SelectField>
      </div>
      <Loaded query={query} loading={<LineShapes count={6} />}>
        {(metrics) => (
          // Marks the previous year's figures while the next ones load.
          <div aria-busy={metrics.year !== year} className={styles.figures}>
            <Totals metrics={metrics} sellsOnline={sellsOnline} />
            {sellsOnline && <Sales metrics={metrics} />}
            {metrics.totalProducts > 0 && (
              <FiguresChart
                title="Produits par catégorie"
                unit="produits"
                rows={shownCategories(metrics)}
                headings={['Catégorie', 'Produits']}
                horizontal
              />
            )}
          </div>
        )}
      </Loaded>
    </section>
  );
}

function Totals({ metrics, sellsOnline }: { metrics: StoreMetrics; sellsOnline: boolean }) {
  const sold = metrics.sales.annual.find(({ year }) => year === metrics.year)?.amount ?? 0;
  const all: [label: string, value: string][] = [
    ...(sellsOnline
      ? ([
          ['Ventes', formatCents(sold)],
          ['Commandes', String(metrics.totalStoreOrders)],
          ['Commande moyenne', formatCents(metrics.averageStoreOrders)],
          ['Frais de livraison', formatCents(metrics.totalShippingPrice)],
          ['Commission de la plateforme', formatCents(metrics.commission ?? 0)],
        ] satisfies [string, string][])
      : []),
    ['Visites de la boutique', String(metrics.storeViews)],
    ['Produits', String(metrics.totalProducts)],
  ];
  return (
    <dl className={styles.totals}>
      {all.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Sales({ metrics }: { metrics: StoreMetrics }) {
  if (metrics.sales.annual.length === 0) {
    return <p className={styles.none}>Vos premières ventes apparaîtront ici.</p>;
  }
  const shown = { title: 'Ventes', unit: 'euros', inCents: true } as const;
  return (
    <Tabs
      label="Ventes"
      tabs={[
        {
          id: 'month',
          label: 'Par mois',
          content: <FiguresChart {...shown} rows={salesByMonth(metrics)} headings={['Mois', 'Ventes', 'Commandes']} />,
        },
        {
          id: 'week',
          label: 'Par semaine',
          content: (
            <FiguresChart {...shown} rows={salesByWeek(metrics)} headings={['Semaine du', 'Ventes', 'Commandes']} />
          ),
        },
        {
          id: 'year',
          label: 'Par année',
          content: <FiguresChart {...shown} rows={salesByYear(metrics)} headings={['Année', 'Ventes', 'Commandes']} />,
        },
      ]}
    />
  );
}
