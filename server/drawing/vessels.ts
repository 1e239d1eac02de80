// More of what goods are sold in, by region and trade: pots, flasks, crocks.
import { darker, lighter } from './colour.ts';
import { labelled, type Prop } from './containers.ts';

/** Drawn flat in a 32 by 32 box, in the colour asked for, with an icon on the label. */

const paper = '#fff8ea';

/** Six-sided, with a gilt lid: honey. */
const hexJar: Prop = (colour, label) => `
  <path d="M7 8h18l3.500 4.500v13L25 31H7l-3.500-5.500v-13z" fill="${colour}"/><path d="M21.500 8H25l3.500 4.500v13L25 31h-3.500l1.500-5.500v-13z" fill="${darker(colour, 0.16)}"/><path d="M7 8h3.500L9 12.500v13l1.500 5.500H7l-3.500-5.500v-13z" fill="${lighter(colour, 0.28)}"/>
  <rect x="6" y="2" width="20" height="6.500" rx="1.200" fill="#d3a13a"/><path d="M8.500 2.500v5.500M11.500 2.500v5.500M14.500 2.500v5.500M17.500 2.500v5.500M20.500 2.500v5.500M23.500 2.500v5.500" stroke="#a87a1e" stroke-width=".7"/><rect x="6" y="2" width="20" height="1.600" rx=".8" fill="#ecc873"/>
  <path d="M16 12l7.500 4v7.500L16 27.500l-7.500-4V16z" fill="${paper}"/><path d="M16 13.300l6.300 3.400v6.100L16 26.200l-6.300-3.400v-6.100z" fill="none" stroke="#d3a13a" stroke-width=".7"/>${labelled(label, 11.8, 15.6, 8.4)}`;

/** The small glass with facets that currants of Bar are put up in. */
const facetJar: Prop = (colour, label) => `
  <path d="M7 10h18l-2 19.500a1.700 1.700 0 0 1-1.700 1.500H10.700A1.700 1.700 0 0 1 9 29.500z" fill="${colour}"/><path d="M10.500 10l1.500 21M15 10v21M19.500 10l-1.300 21" stroke="${lighter(colour, 0.35)}" stroke-width=".8" opacity=".7"/><path d="M22 10h3l-2 19.500a1.700 1.700 0 0 1-1.700 1.500h-1.500z" fill="${darker(colour, 0.25)}"/>
  ${[
    [11, 25],
    [14, 28],
    [18, 26.5],
    [20.5, 28.5],
    [16, 24],
    [12.5, 28.8],
  ]
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="1.300" fill="${lighter(colour, 0.3)}"/><circle cx="${(x ?? 0) - 0.4}" cy="${(y ?? 0) - 0.4}" r=".4" fill="#fff"/>`,
    )
    .join('')}
  <rect x="5.500" y="4.500" width="21" height="5.800" rx="1" fill="#f7f2e4"/><path d="M5.500 7.500h21" stroke="#d3a13a" stroke-width="1"/><path d="M26 8c3 1.500 3.500 5 2 9" stroke="#d3a13a" stroke-width=".9" fill="none"/><rect x="26.300" y="16.500" width="4.400" height="5.500" rx=".6" fill="${paper}"/>
  <ellipse cx="16" cy="17" rx="6" ry="5.200" fill="${paper}"/><ellipse cx="16" cy="17" rx="5.300" ry="4.500" fill="none" stroke="#d3a13a" stroke-width=".5"/>${labelled(label, 12.6, 13.6, 6.8)}`;

/** Stoneware under a cork: mustard, cream, rillettes. */
const crock: Prop = (colour, label) => `
  <path d="M5 12c0-2 1.500-3 3-3h16c1.500 0 3 1 3 3v15a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4z" fill="${lighter(colour, 0.72)}"/><path d="M22.500 9H24c1.500 0 3 1 3 3v15a4 4 0 0 1-4 4h-2.500a4 4 0 0 0 2.500-4z" fill="${lighter(colour, 0.4)}"/><path d="M5 12c0-2 1.500-3 3-3h16c1.500 0 3 1 3 3v2H5z" fill="${darker(colour, 0.1)}"/>
  <rect x="7" y="3" width="18" height="6.500" rx="1.500" fill="#c99a63"/><path d="M9.500 5h1M14 7h1.300M18 4.800h1M21.500 7h1" stroke="#9a6d3c" stroke-width=".9" stroke-linecap="round"/><rect x="7" y="3" width="18" height="1.800" rx=".9" fill="#deb684"/><path d="M5 26.500h22" stroke="${colour}" stroke-width="1.100"/><circle cx="16" cy="20" r="5.600" fill="${paper}" stroke="${colour}" stroke-width=".8"/>${labelled(label, 11.9, 15.9, 8.2)}`;

/** Tall and slim, as in Alsace and Lorraine. */
const flute: Prop = (colour, label) => `
  <path d="M14.200 1.500h3.600c0 8 4.200 10 4.200 17V29a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2V18.500c0-7 4.200-9 4.200-17" fill="${colour}"/><path d="M16.900 1.500h.9c0 8 4.200 10 4.200 17V29a2 2 0 0 1-2 2h-1.600a2 2 0 0 0 1.800-2V18.500c0-7-3.300-9-3.300-17" fill="${darker(colour, 0.3)}"/><path d="M13.900 1h4.200l.5 6.500h-5.200z" fill="#d9c06a"/><rect x="11.100" y="18" width="1.100" height="11" rx=".5" fill="#fff" opacity=".4"/>
  <rect x="10" y="19.500" width="12" height="8.800" fill="#fffdf5"/><rect x="10" y="19.500" width="12" height="1" fill="${darker(colour, 0.1)}"/><path d="M10 27.300h12" stroke="#c98a1b" stroke-width=".7"/>${labelled(label, 12.6, 20.6, 6.6)}`;

/** Broad, with falling shoulders, clear glass. */
const burgundy: Prop = (colour, label) => `
  <path d="M13.800 1.500h4.400v7c0 4 5.300 5 5.300 11V29a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2v-9.500c0-6 5.300-7 5.300-11z" fill="${colour}"/><path d="M17.200 1.500h1v7c0 4 5.300 5 5.300 11V29a2 2 0 0 1-2 2h-1.800a2 2 0 0 0 1.800-2v-9.500c0-6-4.300-7-4.300-11z" fill="${darker(colour, 0.14)}"/><rect x="13.300" y="1" width="5.400" height="6" rx=".8" fill="#f7efe4"/><path d="M13.300 5.300h5.400" stroke="${darker(colour, 0.2)}" stroke-width="1"/><path d="M10.300 19c.4-2.500 1.500-4 2.800-5.500" stroke="#fff" stroke-width="1.200" stroke-linecap="round" fill="none" opacity=".7"/>
  <path d="M8.500 20.500q7.500-2 15 0v7.500q-7.500 2-15 0z" fill="#fffdf5"/><path d="M8.500 21.500q7.500-2 15 0" stroke="#c2415a" stroke-width=".7" fill="none"/>${labelled(label, 12.7, 20.9, 6.6)}`;

/** Square-shouldered, short, with a stopper: spirits. */
const flask: Prop = (colour, label) => `
  <path d="M13 6h6v3.500c5.500.5 8 3 8 7.500v11.500a2.500 2.500 0 0 1-2.500 2.500h-17A2.500 2.500 0 0 1 5 28.500V17c0-4.500 2.500-7 8-7.500z" fill="#e6f0f3"/><path d="M5 17.500h22v11a2.500 2.500 0 0 1-2.500 2.500h-17A2.500 2.500 0 0 1 5 28.500z" fill="${colour}"/><path d="M23 17.500h4v11a2.500 2.500 0 0 1-2.500 2.500H21a2.500 2.500 0 0 0 2-2.500z" fill="${darker(colour, 0.25)}"/><ellipse cx="16" cy="17.500" rx="11" ry="1.500" fill="${lighter(colour, 0.3)}"/>
  <rect x="12" y="4" width="8" height="3" rx=".8" fill="#8a5d33"/><circle cx="16" cy="3" r="2.600" fill="#a8703c"/><path d="M8 14c.6-1.500 1.600-2.300 3-2.700" stroke="#fff" stroke-width="1.200" stroke-linecap="round" fill="none"/><rect x="9.500" y="19.500" width="13" height="9" rx="1" fill="${paper}"/>${labelled(label, 12.3, 20.3, 7.4)}`;

/** Glass with a swing top. */
const swing: Prop = (colour, label) => `
  <path d="M13.200 4.500h5.600v6c0 2.500 4.200 3.300 4.200 7.500v11a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2V18c0-4.200 4.200-5 4.200-7.500z" fill="#eef5ec"/><path d="M9.500 16c4-1 9 1 13 0 .3.600.5 1.300.5 2v11a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2V18c0-.7.2-1.400.5-2" fill="${colour}"/><path d="M20.500 16.300l2 -.3c.3.600.5 1.300.5 2v11a2 2 0 0 1-2 2h-1.800a2 2 0 0 0 1.800-2V18c0-.6-.2-1.200-.5-1.700" fill="${darker(colour, 0.2)}"/>
  <rect x="12.600" y="1.200" width="6.800" height="3.600" rx="1.600" fill="#fdfcff"/><rect x="12.600" y="3.900" width="6.800" height="1.200" fill="#c8553d"/><path d="M12.600 2.500c-2 1-2.300 4 .4 6M19.400 2.500c2 1 2.300 4-.4 6M13 8.500h6" stroke="#8d979b" stroke-width=".9" fill="none"/><circle cx="13" cy="24" r=".8" fill="#fff" opacity=".8"/><circle cx="19" cy="20" r=".7" fill="#fff" opacity=".8"/><circle cx="16" cy="23" r="4.800" fill="${paper}"/>${labelled(label, 12.7, 19.7, 6.6)}`;

/** A round box for sweets, its lid leaning on it. */
const drum: Prop = (colour, label) => `
  <path d="M3 14v12c0 3 5.800 5 13 5s13-2 13-5V14z" fill="${colour}"/><path d="M24.500 14H29v12c0 1.800-2 3.200-5.500 4.100.7-1 1-2.300 1-3.600z" fill="${darker(colour, 0.18)}"/><ellipse cx="16" cy="14" rx="13" ry="4.600" fill="${darker(colour, 0.35)}"/><path d="M4.500 24.500c4 3 19 3 23 0" stroke="#f3dfa6" stroke-width="1.100" fill="none"/>
  ${[
    [8, 12.6],
    [12, 11],
    [16, 12.4],
    [20, 11],
    [24, 12.6],
    [14, 13.8],
    [19.5, 13.9],
    [10.5, 14.2],
  ]
    .map(
      ([x, y]) =>
        `<ellipse cx="${x}" cy="${y}" rx="2.600" ry="1.900" fill="${darker(colour, 0.5)}"/><ellipse cx="${(x ?? 0) - 0.6}" cy="${(y ?? 0) - 0.7}" rx=".9" ry=".4" fill="#fff" opacity=".65"/>`,
    )
    .join('')}<circle cx="16" cy="22" r="5" fill="${paper}"/>${labelled(label, 12.4, 18.4, 7.2)}`;

/** What one wears where one learns a trade. */
const apron: Prop = (colour, label) => `
  <path d="M11 2.500c0 5 10 5 10 0" fill="none" stroke="${darker(colour, 0.3)}" stroke-width="1.300"/><path d="M10.500 3h2c0 3.600 7 3.600 7 0h2L23 11c1 2.500 3 3 5 3l1 14.500c-8 3-18 3-26 0L4 14c2 0 4-.5 5-3z" fill="${colour}"/><path d="M21.500 3L23 11c1 2.500 3 3 5 3l1 14.500c-2.500 1-5 1.600-7.500 2C24 25 22 9 19.500 3z" fill="${darker(colour, 0.16)}"/><path d="M4 15.500c-2 .5-3 2.500-3 5M28 15.500c2 .5 3 2.500 3 5" stroke="${darker(colour, 0.3)}" stroke-width="1.300" fill="none" stroke-linecap="round"/>
  <path d="M7.500 23h17v4.500c-5 1.400-12 1.400-17 0z" fill="${lighter(colour, 0.2)}" stroke="${darker(colour, 0.25)}" stroke-width=".6" stroke-dasharray="1.200 .8"/><circle cx="16" cy="15.500" r="6" fill="${paper}"/>${labelled(label, 11.5, 11, 9)}`;

export const vessels: Record<string, Prop> = {
  'hex-jar': hexJar,
  'facet-jar': facetJar,
  crock,
  flute,
  burgundy,
  flask,
  swing,
  drum,
  apron,
};
