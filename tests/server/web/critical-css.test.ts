import { describe, expect, it } from 'vitest';
import { criticalStyles, parseStyles } from '#server/web/assets/critical-css.ts';

const sheet = [
  '@layer reset,base,ui,page;',
  '@layer base{:root{--ink:#000}body{margin:0}.wrap{width:100%}.prose p{margin:0}}',
  '@layer page{._card_ab12c_2{display:grid}._card_ab12c_2 ._name_ab12c_9{color:red}._other_zz99z_3,._card_ab12c_2{gap:1px}',
  '._card_ab12c_2:hover{color:blue}._card_ab12c_2:not(._gone_ab12c_4){top:0}._quote_ab12c_5:before{content:"}"}}',
  '@media (width>=40rem){@layer page{._other_zz99z_3{display:none}}}@media (hover:hover){._card_ab12c_2{top:1px}}',
  '@font-face{font-family:X;src:url(x.woff2)}',
].join('');
const of = (markup: string) => criticalStyles(parseStyles(sheet), markup);

describe('the styles of a first paint', () => {
  it('keep the order of layers, the ground, and the rules of classes that occur', () => {
    const styles = of('<main class="wrap"><div class="_card_ab12c_2 wrap"></div></main>');
    expect(styles).toContain('@layer reset,base,ui,page;');
    expect(styles).toContain(':root{--ink:#000}');
    expect(styles).toContain('.wrap{width:100%}');
    expect(styles).toContain('._card_ab12c_2{display:grid}');
    expect(styles).toContain('._card_ab12c_2{gap:1px}');
    expect(styles).toContain('._card_ab12c_2:not(._gone_ab12c_4){top:0}');
    expect(styles).toContain('@font-face{font-family:X;src:url(x.woff2)}');
  });

  it('leave out what does not occur, and what only a pointer brings', () => {
    const styles = of('<main class="_card_ab12c_2"></main>');
    expect(styles).not.toContain('_name_ab12c_9');
    expect(styles).not.toContain('@media');
    expect(styles).not.toContain(':hover');
    expect(styles).not.toContain('.prose');
    expect(styles).not.toContain('_quote_ab12c_5');
  });

  it('are not led astray by a brace inside a text', () => {
    const styles = of('<q class="_quote_ab12c_5"></q><p class="_other_zz99z_3"></p>');
    expect(styles).toContain('._quote_ab12c_5:before{content:"}"}');
    expect(styles).toContain('@media (width>=40rem){@layer page{._other_zz99z_3{display:none}}}');
  });
});

/** One rule more in the layer of the pages. */
const having = (rule: string, markup: string) => criticalStyles(parseStyles(`@layer page{${rule}}`), markup);

describe('a rule of a first paint', () => {
  const card = '<main><p class="card name"></p></main>';

  it.each([
    ['a choice of classes of which one occurs', ':is(.gone,.card).name{top:0}'],
    ['a class that must not be there', '.card:not(.gone){top:0}'],
    ['a place among its kind', '.card:nth-child(2n + 1 of .card):first-child{top:0}'],
    ['something inside that occurs', 'main:has(>.card,.gone){top:0}'],
    ['an attribute whose presence only the browser knows', '.card[open]{top:0}'],
    ['what the page hears before it lives', '[data-early] .card[data-heard=true]{top:0}'],
    ['a state it may come into', '.card:disabled,.card[aria-expanded=true],.card[aria-busy],.card[data-added]{top:0}'],
    ['a piece it draws itself', '.card::before{top:0}'],
    ['parts of the document around the page', 'html body #root .card,aside#demo{top:0}'],
    ['a selector that cannot be read', '.card:is(.card{top:0}'],
  ])('stays for %s', (_, rule) => {
    expect(having(rule, card)).toBe(`@layer page{${rule}}`);
  });

  it.each([
    ['a choice of classes of which none occurs', ':is(.gone,.lost) .card{top:0}'],
    ['a choice within a choice', ':where(.card:is(.gone),.lost){top:0}'],
    ['something inside that does not occur', 'main:has(>.gone){top:0}'],
    ['an element that does not occur', '.card dialog{top:0}'],
    ['what follows a finger', '.card:active:not(.gone){top:0}'],
    ['a dialog’s ground', 'dialog::backdrop{top:0}'],
  ])('is left out for %s', (_, rule) => {
    expect(having(rule, card)).toBe('');
  });

  it('loses the alternatives that cannot apply, and no comma inside one parts it', () => {
    expect(having('.gone,:is(.card,.gone),.card:hover{top:0}', card)).toBe('@layer page{:is(.card,.gone){top:0}}');
  });

  it('of one shop stays where that shop is', () => {
    const stalls = ':where([data-stall="3"]){top:0}:where([data-stall="4"]){top:1px}';
    expect(having(stalls, '<p data-stall="3"></p>')).toBe('@layer page{:where([data-stall="3"]){top:0}}');
  });
});

describe('a movement', () => {
  const moving = '@keyframes turn{to{rotate:1turn}}@layer page{.card{animation:2s turn}}';

  it('stays while something moves by it, whichever stands first', () => {
    expect(criticalStyles(parseStyles(moving), '<p class="card"></p>')).toBe(moving);
  });

  it('is left out when nothing does', () => {
    expect(criticalStyles(parseStyles(moving), '<p class="other"></p>')).toBe('');
  });
});
