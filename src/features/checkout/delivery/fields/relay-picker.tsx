// RelayPicker: search and choice of a relay point.
import { useCallback, useEffect, useRef, useState } from 'react';
import { get, useFormContext, useWatch } from 'react-hook-form';
import type { Pickup } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatHour, WEEKDAYS_BY_NUMBER } from '#domain/time/opening-hours.ts';
import { writeOnline } from '#state/api/online-write.ts';
import { refusalSentence } from '#state/cart/refusal-sentence.ts';
import { useOnReconnect } from '#state/page/connectivity.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError, RadioGroup } from '#ui/fields/fields.tsx';
import { LineShapes } from '#ui/states/loaded.tsx';
import { bodyOf, partKey, type ShippingForm, type ShippingValues, sortViolations } from '../shipping-values.ts';
import styles from './delivery-fields.module.css';

const unreachable = 'Il faut du réseau pour cette recherche. Votre saisie est gardée : réessayez dans un instant.';
/** The nearest ones first, since the list is long on a phone; the rest on request. */
const NEAREST = 5;
const CONTACT_FIELDS = ['contact.firstName', 'contact.lastName', 'contact.phoneNumber'] as const;
const ADDRESS_FIELDS = ['address.address1', 'address.postalCode', 'address.city'] as const;

interface RelayPickerProps {
  storeOrder: StoreOrder;
  onStoreOrder: (storeOrder: StoreOrder) => void;
}

/** Saves contact and address, then lists the relay points nearby; the chosen one is saved with the order. */
export function RelayPicker({ storeOrder, onStoreOrder }: RelayPickerProps) {
  const form = useFormContext<ShippingForm>();
  const [state, setState] = useState<'idle' | 'searching' | 'found'>('idle');
  const [pickups, setPickups] = useState<Pickup[]>([]);
  const [isExpanded, setIsExpanded] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useOnReconnect(() => setProblem((current) => (current === unreachable ? null : current)));
  const part = `parts.${partKey(storeOrder.id)}` as const;
  const pickupId = useWatch({ control: form.control, name: `${part}.pickupId` });
  const address = useWatch({ control: form.control, name: `${part}.address` });
  const place = placeOf(address);
  /** Address of the displayed list. */
  const searchedPlace = useRef(place);

  const loadPickups = useCallback(async () => {
    setState('searching');
    setProblem(null);
    const result = await writeOnline('orders.pickups', { params: { id: storeOrder.id } }).catch(() => null);
    if (result?.outcome === 'sent') {
      setPickups(result.answer['hydra:member']);
      setState('found');
      return;
    }
    setProblem(result?.outcome === 'refused' ? refusalSentence(result, unreachable) : unreachable);
    setState('idle');
  }, [storeOrder.id]);

  // After a reload, lists the relay points again to show the name of the chosen one.
  const isRestored = useRef(pickupId !== '');
  useEffect(() => {
    if (!isRestored.current) return;
    isRestored.current = false;
    void loadPickups();
  }, [loadPickups]);

  // A new address means other relay points: drops the choice.
  useEffect(() => {
    if (state !== 'found' || place === searchedPlace.current) return;
    setState('idle');
    form.setValue(`${part}.pickupId`, '');
  }, [state, place, form, part]);

  const search = async () => {
    setProblem(null);
    const isComplete = await form.trigger(
      [...CONTACT_FIELDS, ...ADDRESS_FIELDS.map((field) => `${part}.${field}` as const)],
      { shouldFocus: true },
    );
    if (!isComplete) return;
    setState('searching');
    const values = form.getValues(part);
    searchedPlace.current = placeOf(values.address);
    const body = bodyOf({ ...values, pickupId: '' }, form.getValues('contact'), storeOrder);
    const result = await writeOnline('storeOrders.save', { params: { id: storeOrder.id }, body }).catch(() => null);
    if (result?.outcome === 'sent') {
      onStoreOrder(result.answer);
      await loadPickups();
      return;
    }
    setState('idle');
    if (result?.outcome !== 'refused') return setProblem(unreachable);
    const { fields, general } = sortViolations(storeOrder.id, result.violations);
    for (const { field, message } of fields) form.setError(field, { type: 'server', message });
    const hasViolations = fields.length + general.length > 0;
    setProblem(hasViolations ? general.join(' ') || null : refusalSentence(result, unreachable));
  };

  const selected = pickups.find((pickup) => pickup.id === pickupId);
  const visiblePickups = isExpanded
    ? pickups
    : pickups.filter((pickup, index) => index < NEAREST || pickup === selected);
  return (
    <div className={styles.relay}>
      {state !== 'found' && (
        <Button variant="secondary" icon="search" busy={state === 'searching'} onClick={() => void search()}>
          Chercher les points relais
        </Button>
      )}
      <FieldError text={problem} />
      {state === 'searching' && <LineShapes count={4} />}
      {state === 'found' && pickups.length === 0 && (
        <p role="status">Aucun point relais près de cette adresse. Choisissez un autre mode de livraison.</p>
      )}
      {state === 'found' && pickups.length > 0 && (
        <RadioGroup
          label="Votre point relais"
          name={`${part}.pickup`}
          value={pickupId}
          onChange={(event) => {
            form.setValue(`${part}.pickupId`, event.target.value, { shouldDirty: true });
            form.clearErrors(`${part}.pickupId`);
          }}
          options={visiblePickups.map((pickup) => ({
            value: pickup.id,
            label: pickup.name,
            hint: `${pickup.address.address1}, ${pickup.address.postalCode} ${pickup.address.city}`,
            aside: kilometres(pickup.distance),
          }))}
          error={get(form.formState.errors, `${part}.pickupId.message`)}
        />
      )}
      {state === 'found' && visiblePickups.length < pickups.length && (
        <Button variant="quiet" icon="down" onClick={() => setIsExpanded(true)}>
          Voir les {pickups.length} points relais
        </Button>
      )}
      {state === 'found' && selected && <OpeningHours pickup={selected} />}
    </div>
  );
}

function OpeningHours({ pickup }: { pickup: Pickup }) {
  const days = [...new Set(pickup.hours.map((window) => window.day))].sort();
  if (days.length === 0) return null;
  return (
    <details className={styles.hours}>
      <summary>Horaires de {pickup.name}</summary>
      <ul>
        {days.map((day) => (
          <li key={day}>
            {WEEKDAYS_BY_NUMBER[day]} :{' '}
            {pickup.hours
              .filter((window) => window.day === day)
              .map(({ openHour, closeHour }) => `${formatHour(openHour)} - ${formatHour(closeHour)}`)
              .join(', ')}
          </li>
        ))}
      </ul>
    </details>
  );
}

const placeOf = ({ address1, postalCode, city }: ShippingValues['address']) => [address1, postalCode, city].join('|');

/** Metres to '1,2 km'. */
function kilometres(metres: number): string {
  return `${(metres / 1000).toFixed(1).replace('.', ',')}\u00a0km`;
}
