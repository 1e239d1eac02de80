// Rows of a form: added and removed one by one, and moved where their order counts.
import AddIcon from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { ArrayInput, SimpleFormIterator, useSimpleFormIterator } from 'react-admin';

interface RowsInputProps {
  source: string;
  label: string;
  /** Text of the button that adds a row. */
  add: string;
  isOrdered?: boolean;
  /** A new row. */
  blank: object;
  /** Fields of a row. */
  children: ReactNode;
}

// React-admin shows the buttons of a row to a mouse only: a tablet has none.
const rows = {
  '& .RaSimpleFormIterator-line': { py: 1 },
  '& .RaSimpleFormIterator-action': { visibility: 'visible' },
  '& .RaSimpleFormIterator-action button': { minWidth: 44, minHeight: 44 },
};

export const RowsInput = ({ source, label, add, isOrdered = false, blank, children }: RowsInputProps) => (
  <ArrayInput source={source} label={label} helperText={false}>
    <SimpleFormIterator
      inline
      disableClear
      disableReordering={!isOrdered}
      addButton={<AddButton blank={blank}>{add}</AddButton>}
      sx={rows}
    >
      {children}
    </SimpleFormIterator>
  </ArrayInput>
);

function AddButton({ blank, children }: { blank: object; children: string }) {
  const { add } = useSimpleFormIterator();
  return (
    <Button startIcon={<AddIcon />} onClick={() => add(blank)}>
      {children}
    </Button>
  );
}
