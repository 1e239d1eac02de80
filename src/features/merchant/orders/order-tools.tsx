// Tools above the order list: search, scan of a collection code, day sheet, export, notifications.
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { MAX_LIST_SEARCH } from '#contract/limits.ts';
import { paths } from '#paths';
import { chooseOrderSound, useOrderSound } from '#state/device/order-sound.ts';
import { fetchOrderExport } from '#state/merchant-orders/order-table.ts';
import { useMayAs } from '#state/session/session.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import { useExport } from '../store/use-export.ts';
import { type OrderFilter, ordersAddress } from './order-filter.ts';
import styles from './order-tools.module.css';
import { PushSwitch } from './push-switch.tsx';

export function OrderTools({ filter }: { filter: OrderFilter }) {
  const isSeller = useMayAs('seller');
  return (
    <div className={styles.tools}>
      {/* A new field for each address: Back restores the previous search. */}
      <Search key={filter.search} filter={filter} />
      <div className={styles.sheets}>
        <LinkButton to={paths.merchantHandOver} icon="frame">
          Remettre une commande
        </LinkButton>
        <LinkButton to={paths.merchantDaySheet} variant="secondary" icon="sheet">
          Feuille du jour
        </LinkButton>
        {isSeller && <ExportButton />}
      </div>
      <div className={styles.choices}>
        <SoundSwitch />
        <PushSwitch />
      </div>
    </div>
  );
}

/** A sound requires the live order stream. */
function SoundSwitch() {
  return (
    <Switch on={useOrderSound()} onChange={chooseOrderSound}>
      Sonner à chaque nouvelle commande
    </Switch>
  );
}

function Search({ filter }: { filter: OrderFilter }) {
  const navigate = useNavigate();
  const [text, setText] = useState(filter.search);
  const goTo = (search: string) => navigate(ordersAddress({ state: filter.state, search: search.trim() }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    goTo(text);
  };
  return (
    <search className={styles.search}>
      <form onSubmit={submit} className={styles.form}>
        <TextField
          label="Chercher une commande"
          hideLabel
          type="search"
          placeholder="Numéro, nom, article…"
          maxLength={MAX_LIST_SEARCH}
          enterKeyHint="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="secondary" icon="search" aria-label="Chercher" />
        {filter.search !== '' && (
          <Button variant="quiet" onClick={() => goTo('')}>
            Tout voir
          </Button>
        )}
      </form>
    </search>
  );
}

function ExportButton() {
  const { busy, save } = useExport(fetchOrderExport);
  return (
    <Button variant="secondary" busy={busy} onClick={save}>
      Exporter
    </Button>
  );
}
