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
    expect(styles).toContain('._other_zz99z_3,._card_ab12c_2{gap:1px}');
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
