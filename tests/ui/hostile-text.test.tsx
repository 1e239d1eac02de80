// Texts that somebody wrote to act on whoever reads them: descriptions of shops, pages of the market.
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { LinkedText } from '#ui/text/markdown.tsx';
import MarkdownBody from '#ui/text/markdown-body.tsx';

const drawn = (text: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <MarkdownBody text={text} />
    </MemoryRouter>,
  );
/** Where the links of this markup lead from a page of the market, as a browser reads them. */
const targets = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(
    ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), 'https://etal.test/page'),
  );

describe('markdown', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    '<a href="https://evil.example" onclick="alert(1)">x</a>',
    '<!-- --><style>*{display:none}</style>',
    '![x](https://evil.example/pixel.png)',
    '![x](data:image/svg+xml,<svg onload=alert(1)>)',
    '- [x] `<input autofocus onfocus=alert(1)>`',
  ])('draws no element of %s', (text) => {
    expect(drawn(text)).not.toMatch(/<(script|img|svg|iframe|style|input|a)\b/);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#10;script:alert(1)',
    '&#106;avascript:alert(1)',
    '%6Aavascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://etal.test/x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/&#9;/evil.example',
    '/%09/evil.example',
    '/%5Cevil.example',
    'https:evil.example',
  ])('makes no link that leaves the market by %s', (address) => {
    for (const text of [`[x](${address})`, `[x](<${address}>)`, `[x][1]\n\n[1]: ${address}`, `<${address}>`]) {
      for (const { origin } of targets(drawn(text))) expect(origin, text).toBe('https://etal.test');
    }
  });

  it('leads to other sites with nothing passed on, and within the market', () => {
    const html = drawn('[ailleurs](https://meuse.example/a?b=1) [ici](/boutiques) [écrire](mailto:a@b.fr)');
    expect(html).toContain('<a href="https://meuse.example/a?b=1" target="_blank" rel="noopener noreferrer nofollow">');
    expect(targets(html).map(({ href }) => href)).toEqual([
      'https://meuse.example/a?b=1',
      'https://etal.test/boutiques',
      'mailto:a@b.fr',
    ]);
  });
});

describe('a text without markup', () => {
  it.each(['https://', 'https://a', 'https://.', 'https://a.fr,', '(https://a.fr)', '"https://'])(
    'of a hundred thousand signs like %j is gone through once: one that is not would never end here',
    (part) => {
      expect(renderToStaticMarkup(<LinkedText text={part.repeat(100_000 / part.length)} />)).not.toBe('');
    },
  );
});
