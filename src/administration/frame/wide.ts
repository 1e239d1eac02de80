// Style of a column that a phone leaves out: the first column, or the record itself, has what it says.
export const wide = { display: { xs: 'none', md: 'table-cell' } } as const;
