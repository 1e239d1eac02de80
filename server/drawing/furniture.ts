// Furniture and wooden things for the drawings.
import { darker, lighter } from './colour.ts';
import { labelled, type Prop } from './containers.ts';

/** Furniture and wooden things, drawn flat in a 32 by 32 box. The colour is that of the fabric or of the wood. */

const oak = '#a9713f';

const armchair: Prop = (colour) => `
  <path d="M7.500 3C11 .8 21 .8 24.500 3l-1 17h-15z" fill="${darker(oak, 0.25)}"/><path d="M9.300 4.200c3-1.500 10.400-1.500 13.400 0L22 19H10z" fill="${colour}"/>
  <path d="M12 5v13M16 4.500V18M20 5v13" stroke="${lighter(colour, 0.4)}" stroke-width=".9" opacity=".8"/>
  <path d="M4.500 12.500c2.500-.8 4 .5 4 2.500v6H5.800zM27.500 12.500c-2.500-.8-4 .5-4 2.500v6h2.700z" fill="${darker(oak, 0.25)}"/>
  <rect x="5" y="18" width="22" height="5.500" rx="2.500" fill="${colour}"/><rect x="5" y="18" width="22" height="2.600" rx="1.300" fill="${lighter(colour, 0.22)}"/>
  <rect x="5" y="23" width="22" height="2.400" rx="1" fill="${darker(oak, 0.25)}"/><path d="M6.500 25l-1.300 6M25.500 25l1.300 6M10 25.400l-.4 4.600M22 25.400l.4 4.600" stroke="${darker(oak, 0.25)}" stroke-width="1.900" stroke-linecap="round"/>`;

const seat: Prop = (colour) => `
  <path d="M8 2h2.200v18H8zM21.800 2H24v18h-2.200z" fill="${oak}"/><path d="M9 3.500h14v3H9zM9 9h14v2.600H9z" fill="${lighter(oak, 0.15)}"/>
  <path d="M5.500 18.500h21l1.500 4H4z" fill="${colour}"/><path d="M4 22.500h24v1.800H4z" fill="${darker(colour, 0.25)}"/>
  <path d="M6 24.300V31M26 24.300V31M10 24.300V29.500M22 24.300V29.500" stroke="${oak}" stroke-width="2" stroke-linecap="round"/><path d="M6 28h20" stroke="${darker(oak, 0.1)}" stroke-width="1.200"/>`;

const stool: Prop = (colour) => `
  <path d="M8.500 13L5 30.500M23.500 13L27 30.500M13 13.500l-1 15M19 13.500l1 15" stroke="${oak}" stroke-width="2.200" stroke-linecap="round"/><path d="M6.800 23h18.400" stroke="${darker(oak, 0.1)}" stroke-width="1.500"/>
  <path d="M4 9.500v2.800c0 3 24 3 24 0V9.500z" fill="${darker(colour, 0.22)}"/><ellipse cx="16" cy="9.500" rx="12" ry="3.800" fill="${colour}"/><ellipse cx="16" cy="9" rx="9" ry="2.300" fill="${lighter(colour, 0.25)}"/>`;

const table: Prop = (colour, label) => `
  <path d="M5.500 15l-2 16M26.500 15l2 16M9.500 15.500l-.5 11M22.500 15.500l.5 11" stroke="${darker(colour, 0.25)}" stroke-width="2.200" stroke-linecap="round"/>
  <path d="M4 10h24l3 4.500H1z" fill="${lighter(colour, 0.2)}"/><path d="M1 14.500h30v2.700H1z" fill="${colour}"/><path d="M7 11.200h8M18 12.800h8M5 13.300h6" stroke="${darker(colour, 0.1)}" stroke-width=".5" opacity=".6"/>
  ${labelled(label, 11.5, 1, 10.5)}`;

const cabinet: Prop = (colour, label) => `
  <path d="M5 28.500h3V31H5zM24 28.500h3V31h-3z" fill="${darker(colour, 0.45)}"/><rect x="3" y="8" width="26" height="21" rx="1.300" fill="${darker(colour, 0.18)}"/><rect x="2" y="7" width="28" height="2.800" rx=".8" fill="${lighter(colour, 0.2)}"/>
  <rect x="4.800" y="11.500" width="10.400" height="15.800" rx=".6" fill="${colour}"/><rect x="16.800" y="11.500" width="10.400" height="15.800" rx=".6" fill="${colour}"/>
  <rect x="6.500" y="13.300" width="7" height="12.200" fill="none" stroke="${darker(colour, 0.22)}" stroke-width=".7"/><rect x="18.500" y="13.300" width="7" height="12.200" fill="none" stroke="${darker(colour, 0.22)}" stroke-width=".7"/>
  <circle cx="14.300" cy="19.500" r=".8" fill="#e0a93f"/><circle cx="17.700" cy="19.500" r=".8" fill="#e0a93f"/>${labelled(label, 12, -1.5, 8.5)}`;

const lamp: Prop = (colour) => `
  <path d="M10 3h12l5 13H5z" fill="${colour}"/><path d="M18.500 3H22l5 13h-5.500z" fill="${darker(colour, 0.15)}"/><path d="M5 16h22v1.300H5z" fill="#fff1c2"/>
  <rect x="14.900" y="17" width="2.200" height="10" fill="${oak}"/><path d="M9 28.500c0-2 3-2.700 7-2.700s7 .7 7 2.700V30H9z" fill="${darker(oak, 0.15)}"/>`;

const board: Prop = (colour, label) => `
  <rect x="1" y="9" width="24" height="16" rx="3" fill="${darker(colour, 0.22)}"/><rect x="1" y="8" width="24" height="15.500" rx="3" fill="${colour}"/><rect x="23" y="13" width="8.500" height="5.600" rx="2.800" fill="${colour}"/><circle cx="28.600" cy="15.800" r="1.100" fill="${darker(colour, 0.4)}"/>
  <path d="M4 12h12M8 15.500h13M4 19h10" stroke="${darker(colour, 0.14)}" stroke-width=".7" stroke-linecap="round"/>${labelled(label, 8, 10, 11)}`;

const house: Prop = (colour) => `
  <path d="M4 14L16 4l12 10v16H4z" fill="${colour}"/><path d="M1.500 15.500L16 3l14.500 12.500-2 2L16 6.800 3.500 17.500z" fill="${darker(colour, 0.4)}"/><circle cx="16" cy="19" r="4" fill="#3d2a1d"/><rect x="15" y="24.500" width="2" height="4.500" rx="1" fill="${darker(colour, 0.4)}"/>`;

const blocks: Prop = (colour) => `
  <rect x="3" y="18" width="12.500" height="12.500" rx="1.500" fill="${colour}"/><rect x="16.500" y="18" width="12.500" height="12.500" rx="1.500" fill="#e0b04b"/><rect x="9.800" y="4.800" width="12.500" height="12.500" rx="1.500" fill="#5f9a7a"/>
  <circle cx="9.200" cy="24.200" r="3.400" fill="#fff" opacity=".8"/><path d="M22.700 20.800l3.600 6.400h-7.200z" fill="#fff" opacity=".8"/><rect x="13.200" y="8.200" width="5.700" height="5.700" fill="#fff" opacity=".8"/>`;

export const furniture: Record<string, Prop> = { armchair, seat, stool, table, cabinet, lamp, board, house, blocks };
