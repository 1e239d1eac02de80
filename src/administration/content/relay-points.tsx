// Relay points of carriers: their list, and the form of one.
import { DataTable, NumberInput, required } from 'react-admin';
import type { MarketRelayPoint } from '#contract/administration/content.ts';
import {
  MAX_ADDRESS_LINE,
  MAX_CITY,
  MAX_HOURS_LINE,
  MAX_NAME,
  MAX_OPENING_ROWS,
  MAX_POSTAL_CODE,
  MAX_RELAY_ID,
} from '#contract/limits.ts';
import { EditLink } from '../frame/edit-link.tsx';
import { Hint } from '../frame/hint.tsx';
import { CreateLink, RecordCreate, RecordEdit } from '../frame/record-form.tsx';
import { RecordList } from '../frame/record-list.tsx';
import { TextField } from '../frame/text-field.tsx';

export const RelayPointList = () => (
  <RecordList
    title="Points relais"
    lead="Où les colis attendent leurs clients, quand la livraison se fait en point relais."
    pagination={false}
    start={<CreateLink>Ajouter un point relais</CreateLink>}
  >
    <DataTable<MarketRelayPoint> bulkActionButtons={false} rowClick={false} empty={<Hint>Aucun point relais.</Hint>}>
      <DataTable.Col label="Point relais">
        <EditLink of={({ name }) => String(name)} />
      </DataTable.Col>
      <DataTable.Col
        label="Adresse"
        render={({ address1, postalCode, city }: MarketRelayPoint) => `${address1}, ${postalCode} ${city}`}
      />
      <DataTable.Col label="Identifiant" render={({ id }: MarketRelayPoint) => id} />
    </DataTable>
  </RecordList>
);

const Degrees = ({ source, label, most }: { source: string; label: string; most: number }) => (
  <NumberInput
    source={source}
    label={label}
    helperText={false}
    min={-most}
    max={most}
    step="any"
    validate={required('Champ obligatoire')}
  />
);

const Fields = () => (
  <>
    <TextField source="name" label="Nom" maxLength={MAX_NAME} isRequired />
    <TextField source="address1" label="Adresse" maxLength={MAX_ADDRESS_LINE} isRequired />
    <TextField source="postalCode" label="Code postal" maxLength={MAX_POSTAL_CODE} isRequired />
    <TextField source="city" label="Ville" maxLength={MAX_CITY} isRequired />
    <Degrees source="latitude" label="Latitude" most={90} />
    <Degrees source="longitude" label="Longitude" most={180} />
    <TextField
      source="hours"
      label="Horaires"
      maxLength={MAX_HOURS_LINE * MAX_OPENING_ROWS}
      rows={4}
      isList
      hint="Une ligne par horaire, comme mar-ven 09:00-12:00 14:00-18:30"
    />
  </>
);

export const RelayPointEdit = () => (
  <RecordEdit<MarketRelayPoint>
    titleOf={({ name }) => name}
    deletion="Le point relais n’est plus proposé. Les commandes qui y vont gardent son adresse."
  >
    <Fields />
  </RecordEdit>
);

export const RelayPointCreate = () => (
  <RecordCreate title="Nouveau point relais" start={{ hours: [] }}>
    <TextField
      source="newId"
      label="Identifiant"
      maxLength={MAX_RELAY_ID}
      isRequired
      hint="Celui du transporteur. Il ne change plus ensuite."
    />
    <Fields />
  </RecordCreate>
);
