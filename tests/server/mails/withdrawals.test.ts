// Acknowledgement of a contract withdrawal: the times that its mail names.
import { expect, it } from 'vitest';
import { acknowledgementLetter } from '#server/mails/templates/withdrawals.ts';

const timesOf = (declaredAt: string, receivedAt: string) => {
  const order = { reference: 'R-1', order: 7, name: 'Jeanne Lorrain', email: 'jeanne@etal.test', content: ['1 × Bol'] };
  const acknowledged = { '@type': 'WithdrawalAcknowledgement' as const, ...order, declaredAt, receivedAt };
  const { blocks } = acknowledgementLetter({ siteName: 'Étal', publicUrl: 'https://etal.test' }, acknowledged);
  return blocks.find((block) => typeof block === 'string' && block.startsWith('Déclarée le'));
};

it('names the time of its arrival only if that differs to the minute', () => {
  expect(timesOf('2026-11-02T10:00:01.000Z', '2026-11-02T10:00:03.512Z')).toBe('Déclarée le 02/11/2026 à 11:00.');
  expect(timesOf('2026-11-02T10:00:01.000Z', '2026-11-02T10:02:00.000Z')).toBe(
    'Déclarée le 02/11/2026 à 11:00, reçue le 02/11/2026 à 11:02.',
  );
});
