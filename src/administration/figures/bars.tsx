// Bars: amounts of weeks side by side, as a drawing; the table below it says the same.
import { Box } from '@mui/material';

interface BarsProps {
  weeks: readonly { begin: string; amount: number }[];
}

export function Bars({ weeks }: BarsProps) {
  const most = Math.max(1, ...weeks.map(({ amount }) => amount));
  return (
    <Box aria-hidden sx={{ display: 'flex', alignItems: 'end', gap: '2px', height: 120 }}>
      {weeks.map(({ begin, amount }) => (
        <Box
          key={begin}
          sx={{
            flex: 1,
            height: `${Math.max(amount > 0 ? 2 : 0, (100 * amount) / most)}%`,
            bgcolor: 'primary.main',
            borderRadius: '3px 3px 0 0',
          }}
        />
      ))}
    </Box>
  );
}
