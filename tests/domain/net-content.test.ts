import { describe, expect, it } from 'vitest';
import { basePriceText } from '#domain/base-price.ts';
import { contentBaseOf, formatNetContent, netContentMistake } from '#domain/net-content.ts';

const plain = (text: string | null) => text?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? null;
const price = (cents: number, content: string | null) => plain(basePriceText(cents, contentBaseOf(content)));

describe('the price per kilo, litre, metre or piece', () => {
  it.each([
    [450, '250 g', '18,00 € le kilo'],
    [1250, '0,4 kg', '31,25 € le kilo'],
    [320, '1 l', '3,20 € le litre'],
    [290, '75 cl', '3,87 € le litre'],
    [199, '330 ml', '6,03 € le litre'],
    [900, '1,5 m', '6,00 € le mètre'],
    [300, '6 pièces', '0,50 € la pièce'],
  ])('of %i cents for %s is %s', (cents, content, text) => {
    expect(price(cents, content)).toBe(text);
  });

  it('is rounded half up to the cent', () => {
    expect(price(1, '2 kg')).toBe('0,01 € le kilo');
    expect(price(1, '2,001 kg')).toBe('0,00 € le kilo');
    expect(price(5, '8 pièces')).toBe('0,01 € la pièce');
    expect(price(9_999_999, '1 g')).toBe('99 999 990,00 € le kilo');
  });

  it('is left out without a content, and for a single piece', () => {
    expect([price(450, null), price(450, '')]).toEqual([null, null]);
    expect(basePriceText(450, undefined)).toBeNull();
    expect([price(450, '1 pièce'), price(450, 'environ 400 g')]).toEqual([null, null]);
  });
});

describe('a content', () => {
  it('is shown alike however it was typed', () => {
    expect(['250g', ' 0.750 L ', '6 pieces', '1 Pièce', '75cl'].map((text) => plain(formatNetContent(text)))).toEqual([
      ...['250 g', '0,75 l', '6 pièces', '1 pièce', '75 cl'],
    ]);
  });

  it('is refused where it cannot be read, and may be left out', () => {
    for (const text of ['250', 'g', '0 g', '-1 kg', '250 onces', '1,2345 kg', 'constructor', '1 toString']) {
      expect(netContentMistake(text), text).toContain('Contenu attendu');
    }
    expect([netContentMistake(''), netContentMistake('  '), netContentMistake('250 g')]).toEqual([null, null, null]);
  });
});
