// SearchFilters: beside the results on wide screens, else in a sheet. Each choice updates the address at once.
import { type ReactNode, useState } from 'react';
import type { ShippingType } from '#contract/fields/values.ts';
import { MAX_AMOUNT } from '#contract/limits.ts';
import type { EndpointAnswer } from '#contract/registry.ts';
import { amountRule, inputToCents } from '#domain/money.ts';
import { SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { Button } from '#ui/controls/button.tsx';
import { FilterChips } from '#ui/controls/filter-chips.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { SelectField } from '#ui/fields/fields.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import { useSettledText } from '#ui/fields/use-settled-text.ts';
import { filterCount, type SearchFilters } from './search-address.ts';
import styles from './search-filters.module.css';

type Facets = NonNullable<EndpointAnswer<'search'>['facets']>;

interface FiltersProps {
  filters: SearchFilters;
  facets: Facets;
  onChange: (choose: (now: SearchFilters) => SearchFilters) => void;
}

export function SearchFilterFields({ filters, facets, onChange }: FiltersProps) {
  const choices = (kind: string) => facets.filter(({ by }) => by === kind);
  const change = (some: SearchFilters) => onChange((now) => ({ ...now, ...some }));
  return (
    <div className={styles.fields}>
      <Choice
        label="Catégorie"
        all="Toutes les catégories"
        value={filters.category}
        choices={choices('category')}
        onChoose={(category) => change({ category })}
      />
      <Choice
        label="Ville"
        all="Toutes les villes"
        value={filters.town}
        choices={choices('town')}
        onChoose={(town) => change({ town })}
      />
      <Choice
        label="Livraison ou retrait"
        all="Tous les modes"
        value={filters.delivery}
        choices={choices('delivery').map((one) => ({
          ...one,
          name: SHIPPING_LABELS[one.value as ShippingType] ?? one.value,
        }))}
        onChoose={(delivery) => change({ delivery: delivery as ShippingType | undefined })}
      />
      <fieldset className={styles.prices}>
        <legend>Prix en euros</legend>
        <EurosField
          label="De"
          value={filters.priceMin}
          round={Math.floor}
          onSettle={(priceMin) => change({ priceMin })}
        />
        <EurosField
          label="À"
          value={filters.priceMax}
          round={Math.ceil}
          onSettle={(priceMax) => change({ priceMax })}
        />
      </fieldset>
      <Switch on={filters.available === true} onChange={(on) => change({ available: on || undefined })}>
        Disponible tout de suite
      </Switch>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string | undefined;
  choices: Facets;
  onChoose: (value: string | undefined) => void;
}

function Choice({ label, all, value = '', choices, onChoose }: ChoiceProps) {
  const isListed = value === '' || choices.some((choice) => choice.value === value);
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChoose(target.value || undefined)}>
      <option value="">{all}</option>
      {!isListed && <option value={value}>{value}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {`${choice.name} (${choice.count})`}
        </option>
      ))}
    </SelectField>
  );
}

interface EurosFieldProps {
  label: string;
  value: number | undefined;
  /** The search counts whole euros. */
  round: (euros: number) => number;
  onSettle: (value: number | undefined) => void;
}

/** Applied after a pause in typing, and rounded when it is left. */
function EurosField({ label, value, round, onSettle }: EurosFieldProps) {
  const settled = value === undefined ? '' : String(value);
  const settledOf = (text: string) => {
    if (amountRule(text) !== true) return null;
    const cents = inputToCents(text);
    return cents === null ? '' : String(round(cents / 100));
  };
  const { typed, setTyped } = useSettledText({
    settled,
    settledOf,
    onSettle: (euros) => onSettle(euros === '' ? undefined : Number(euros)),
  });
  const rule = amountRule(typed);
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={MAX_AMOUNT}
      value={typed}
      error={rule === true ? null : rule}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => setTyped(settledOf(typed) ?? typed)}
    />
  );
}

/** The filters that are chosen most, also in the panel. */
function QuickFilters({ filters, facets, onChange }: FiltersProps) {
  const { available, delivery } = filters;
  const isOffered = delivery === 'store' || facets.some(({ by, value }) => by === 'delivery' && value === 'store');
  const collect = {
    label: 'Retrait',
    isOn: delivery === 'store',
    onToggle: () => onChange((now) => ({ ...now, delivery: now.delivery === 'store' ? undefined : 'store' })),
  };
  return (
    <FilterChips
      label="Filtres rapides"
      chips={[
        {
          label: 'Disponible',
          isOn: available === true,
          onToggle: () => onChange((now) => ({ ...now, available: now.available ? undefined : true })),
        },
        ...(isOffered ? [collect] : []),
      ]}
    />
  );
}

/** Inline on wide screens, else behind one button. */
export function SearchFilterPanel(props: FiltersProps & { found: number; children: ReactNode }) {
  const { filters, onChange, found, children } = props;
  const [isOpen, setOpen] = useState(false);
  const chosen = filterCount(filters);
  const clear = chosen > 0 && (
    <Button variant="quiet" icon="close" onClick={() => onChange(() => ({}))}>
      Tout effacer
    </Button>
  );
  return (
    <div className={styles.layout}>
      <aside className={styles.aside} aria-label="Filtres">
        <SearchFilterFields {...props} />
        {clear}
      </aside>
      <div className={styles.opener}>
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name="menu" size={20} />
          {chosen > 0 ? `Filtrer (${chosen})` : 'Filtrer'}
        </Button>
        {clear}
      </div>
      <div className={styles.results}>
        <QuickFilters {...props} />
        {children}
      </div>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Filtrer"
        actions={
          <>
            {clear}
            <Button onClick={() => setOpen(false)}>{`Voir ${countWithNoun(found, 'résultat')}`}</Button>
          </>
        }
      >
        <SearchFilterFields {...props} />
      </Modal>
    </div>
  );
}
