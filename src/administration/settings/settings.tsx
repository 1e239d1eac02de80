// Settings of the market: their list, and the form of one.
import { DataTable } from 'react-admin';
import { settingNames } from '#contract/administration/setting-names.ts';
import type { MarketSetting } from '#contract/administration/settings.ts';
import { MAX_SETTING } from '#contract/limits.ts';
import { EditLink } from '../frame/edit-link.tsx';
import { excerptOf } from '../frame/excerpt.ts';
import { PictureInput } from '../frame/picture-input.tsx';
import { RecordEdit } from '../frame/record-form.tsx';
import { RecordList } from '../frame/record-list.tsx';
import { TextField } from '../frame/text-field.tsx';
import { settingHints, settingsOfLines } from './setting-texts.ts';

const nameOf = (id: unknown) => settingNames[String(id)] ?? String(id);

const shownValue = ({ value, picture }: MarketSetting) => {
  if (value !== '') return excerptOf(value);
  return picture ? 'Une image' : '–';
};

export const SettingList = () => (
  <RecordList
    title="Réglages"
    lead="Le nom du marché, ses couleurs, ses adresses. Un changement est visible aussitôt."
    pagination={false}
  >
    <DataTable<MarketSetting> bulkActionButtons={false} rowClick={false}>
      <DataTable.Col label="Réglage">
        <EditLink of={({ id }) => nameOf(id)} />
      </DataTable.Col>
      <DataTable.Col label="Valeur" render={shownValue} />
    </DataTable>
  </RecordList>
);

export const SettingEdit = () => (
  <RecordEdit<MarketSetting> titleOf={({ id }) => nameOf(id)}>
    {({ id, takes }) => (
      <>
        {takes !== 'picture' && (
          <TextField
            source="value"
            label={nameOf(id)}
            maxLength={MAX_SETTING}
            {...(settingHints[id] !== undefined && { hint: settingHints[id] })}
            {...(settingsOfLines.has(id) && { rows: 8 })}
          />
        )}
        {takes !== 'text' && <PictureInput source="picture" label="Image" />}
      </>
    )}
  </RecordEdit>
);
