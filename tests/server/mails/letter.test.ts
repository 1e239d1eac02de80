// What a mail says, in its two forms.
import { expect, it } from 'vitest';
import { type Letter, renderHtml, renderText } from '#server/mails/letter.ts';

const letter: Letter = {
  subject: 'Étal Meuse\u00a0: votre commande n° 12 est confirmée',
  blocks: [
    'Merci pour votre commande.',
    '',
    { title: 'Fromagerie du Châtel', rows: [['2 × Tomme', '25,20\u00a0€']] },
    { link: 'Suivez-la ici', to: 'https://marche.example/compte/commande/12?a=1&b=2' },
  ],
  from: 'Étal Meuse',
};

it('reads as a letter where there is only text, and leaves out what is empty', () => {
  expect(renderText(letter)).toBe(
    [
      'Bonjour,',
      'Merci pour votre commande.',
      'Fromagerie du Châtel\n  2 × Tomme — 25,20\u00a0€',
      'Suivez-la ici\u00a0: https://marche.example/compte/commande/12?a=1&b=2',
      'À bientôt,\nÉtal Meuse',
    ].join('\n\n'),
  );
});

it('has the same content in HTML, with the same link', () => {
  const html = renderHtml(letter);
  for (const words of [
    'Bonjour,',
    'Merci pour votre commande.',
    '2 × Tomme',
    '25,20\u00a0€',
    'À bientôt,<br>Étal Meuse',
  ])
    expect(html).toContain(words);
  expect(html).toContain('href="https://marche.example/compte/commande/12?a=1&amp;b=2"');
  expect(html).not.toContain('<p style="margin:0 0 16px"></p>');
});

it('escapes user text in paragraphs, rows, titles, links and names', () => {
  const evil = '<img src=x onerror="alert(1)">&\'';
  const html = renderHtml({
    subject: evil,
    greeting: evil,
    blocks: [
      `${evil}\n${evil}`,
      { title: evil, rows: [[evil, evil]] },
      { link: evil, to: `https://a.example/"${evil}` },
    ],
    from: evil,
  });
  expect(html).not.toContain('<img');
  expect(html).not.toContain('"alert');
  expect(html.match(/href="[^"]*"/g)).toHaveLength(1);
});
