// Secret of a second factor: as a QR code, dark on white in every theme, and in letters to be typed.
import { Box, Typography } from '@mui/material';
import encodeQR from 'qr';

/** Quiet zone that readers require, in modules. */
const QUIET = 4;

export function SecretCode({ uri, secret }: { uri: string; secret: string }) {
  const rows = encodeQR(uri, 'raw', { ecc: 'medium', border: QUIET });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'center' }}>
      <Box
        component="svg"
        viewBox={`0 0 ${rows.length} ${rows.length}`}
        role="img"
        aria-label="Code QR du secret, qui est aussi écrit en lettres au-dessous."
        shapeRendering="crispEdges"
        sx={{ width: 208, maxWidth: '100%', background: '#fff', borderRadius: 1 }}
      >
        <path d={path} fill="#000" />
      </Box>
      <Typography variant="body2" sx={{ textAlign: 'center' }}>
        Ou tapez cette clé&nbsp;:
        <br />
        <Box component="strong" translate="no" sx={{ fontFamily: 'monospace', fontSize: '1.05rem', letterSpacing: 1 }}>
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Box>
      </Typography>
    </Box>
  );
}
