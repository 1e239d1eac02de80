// Jars, bottles, bags and boxes for the drawings.
import { darker, lighter, mixed } from './colour.ts';

/**
 * Things a market sells in or on something: jars, bottles, bags, boxes. Each is drawn flat in a 32 by 32 box, in the
 * colour asked for, with an icon on its label.
 */

export type Prop = (colour: string, label: string) => string;

const paper = '#fff8ea';
const kraft = '#d9b382';

export function labelled(label: string, x: number, y: number, size: number): string {
  return label ? `<g transform="translate(${x} ${y}) scale(${size / 32})">${label}</g>` : '';
}

const jar: Prop = (colour, label) => `
  <rect x="5" y="8" width="22" height="23" rx="4" fill="${colour}"/>
  <path d="M21 8h2a4 4 0 0 1 4 4v15a4 4 0 0 1-4 4h-2a4 4 0 0 0 4-4V12a4 4 0 0 0-4-4" fill="${darker(colour)}"/>
  <rect x="6.6" y="10" width="1.8" height="18" rx=".9" fill="#fff" opacity=".45"/>
  <rect x="6" y="7" width="20" height="2.4" fill="#fff" opacity=".55"/>
  <path d="M5.5 2.6Q16 .2 26.500 2.600L28 7.200Q16 9.400 4 7.200Z" fill="${lighter(colour, 0.75)}"/>
  <path d="M9.500 1.800L9 7.900M13.800 1.300L13.600 8.200M18.200 1.300L18.400 8.200M22.500 1.800L23 7.900" stroke="${colour}" stroke-width="1.300" opacity=".55"/>
  <rect x="9.500" y="13" width="13" height="14" rx="1.600" fill="${paper}"/>
  ${labelled(label, 11, 15, 10)}`;

const bottle: Prop = (colour, label) => `
  <path d="M13.400 2h5.200v8c0 2 3.400 3 3.400 6.500V29a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2V16.500C10 13 13.400 12 13.400 10z" fill="${colour}"/>
  <path d="M17.400 2h1.200v8c0 2 3.400 3 3.400 6.500V29a2 2 0 0 1-2 2h-1.600a2 2 0 0 0 2-2V16.500c0-3.500-3-4.500-3-6.500z" fill="${darker(colour, 0.3)}"/>
  <rect x="12.900" y="1" width="6.200" height="5" rx=".8" fill="${darker(colour, 0.55)}"/>
  <rect x="11.200" y="16.500" width="1.200" height="12" rx=".6" fill="#fff" opacity=".35"/>
  <rect x="10" y="17.500" width="12" height="9.500" fill="${paper}"/>
  <rect x="10" y="17.500" width="12" height=".9" fill="#c98a1b"/><rect x="10" y="26.100" width="12" height=".9" fill="#c98a1b"/>
  ${labelled(label, 12.5, 18.8, 7)}`;

const beer: Prop = (colour, label) => `
  <path d="M13.600 3.500h4.800v6.500c0 2.200 4 3 4 6.800V29a2 2 0 0 1-2 2h-8.800a2 2 0 0 1-2-2V16.800c0-3.800 4-4.600 4-6.800z" fill="#6b4021"/>
  <path d="M18 3.500h.4v6.500c0 2.200 4 3 4 6.800V29a2 2 0 0 1-2 2h-1.800a2 2 0 0 0 2-2V16.800c0-3.800-2.600-4.600-2.600-6.800z" fill="#4f2e17"/>
  <rect x="12.700" y="1.200" width="6.600" height="2.900" rx=".8" fill="#e0a93f"/>
  <path d="M14.400 1.200v2.900M16 1.200v2.900M17.600 1.200v2.900" stroke="#b97f22" stroke-width=".5"/>
  <rect x="13.600" y="6.200" width="4.800" height="3" fill="${colour}"/>
  <rect x="9.600" y="16.800" width="12.800" height="10.800" fill="${colour}"/>
  <circle cx="16" cy="22.200" r="4.700" fill="${paper}"/>
  ${labelled(label, 12.8, 19, 6.4)}`;

const juice: Prop = (colour, label) => `
  <path d="M12.500 4h7v4.500c0 1.600 3.500 2.600 3.500 6V28.500a2.500 2.500 0 0 1-2.500 2.500h-9A2.500 2.500 0 0 1 9 28.500v-14c0-3.400 3.500-4.400 3.500-6z" fill="#e9f5f8"/>
  <path d="M9 15.500c2.500-1 4.500.8 7 .2s4.500-1.300 7-.2v13a2.500 2.500 0 0 1-2.500 2.500h-9A2.500 2.500 0 0 1 9 28.500z" fill="${colour}"/>
  <path d="M20.500 11c1.300 1 2.500 2 2.500 3.500v14a2.500 2.500 0 0 1-2.500 2.500h-1.500a2.500 2.500 0 0 0 2-2.500z" fill="${darker(colour)}" opacity=".5"/>
  <rect x="12" y="1" width="8" height="3.800" rx="1" fill="#1f5a41"/>
  <rect x="11" y="18.500" width="10" height="9" rx="1" fill="${paper}"/>
  ${labelled(label, 12.5, 19.5, 7)}`;

const tin: Prop = (colour, label) => `
  <path d="M5 8h22v18.500c0 2.500-22 2.500-22 0z" fill="${colour}"/>
  <path d="M22 8h5v18.500c0 .9-2.600 1.400-5 1.700z" fill="${darker(colour)}"/>
  <ellipse cx="16" cy="8" rx="11" ry="3" fill="#d7dde0"/><ellipse cx="16" cy="7.700" rx="9.200" ry="2.200" fill="#eef2f4"/>
  <path d="M5 11.500c0 2.400 22 2.400 22 0v1.400c0 2.400-22 2.400-22 0z" fill="#fff" opacity=".35"/>
  <circle cx="16" cy="20.500" r="5.600" fill="${paper}"/>
  ${labelled(label, 12, 16.5, 8)}`;

const flatTin: Prop = (colour, label) => `
  <path d="M3 13h26v9c0 6-26 6-26 0z" fill="${darker(colour, 0.3)}"/>
  <ellipse cx="16" cy="12.500" rx="13.400" ry="7" fill="${colour}"/>
  <ellipse cx="16" cy="12.200" rx="11" ry="5.400" fill="${lighter(colour, 0.18)}"/>
  <g transform="translate(11.500 8.600) scale(.28 .22)">${label}</g>
  <path d="M3 15.500c0 6.500 26 6.500 26 0v1.600c0 6.500-26 6.500-26 0z" fill="#fff" opacity=".22"/>`;

const bag: Prop = (colour, label) => `
  <path d="M7 6h18l1.500 22.500A2.300 2.300 0 0 1 24.200 31H7.800a2.300 2.300 0 0 1-2.300-2.500z" fill="${kraft}"/>
  <path d="M22 6h3l1.500 22.500A2.300 2.300 0 0 1 24.200 31h-2.700c1.200 0 1.800-1.200 1.700-2.500z" fill="${darker(kraft, 0.18)}"/>
  <path d="M6.600 2.500h18.800L25 7.500H7z" fill="${darker(kraft, 0.1)}"/>
  <path d="M6.600 2.500h18.800l-.2 1.500H6.800z" fill="${lighter(kraft, 0.35)}"/>
  <rect x="6.400" y="12" width="19.200" height="13" fill="${colour}"/>
  <circle cx="16" cy="18.500" r="5.200" fill="${paper}"/>
  ${labelled(label, 12.3, 14.8, 7.4)}`;

const packet: Prop = (colour, label) => `
  <rect x="7" y="2" width="18" height="29" rx="1.200" fill="${paper}"/>
  <path d="M22.500 2H25v29h-2.500z" fill="#e8dcc2"/>
  <rect x="7" y="2" width="18" height="8.500" fill="${colour}"/>
  <rect x="10" y="4.600" width="12" height="1.500" rx=".7" fill="#fff" opacity=".9"/><rect x="12" y="7.200" width="8" height="1" rx=".5" fill="#fff" opacity=".6"/>
  ${labelled(label, 9.5, 13, 13)}
  <rect x="10" y="28.200" width="12" height="1" rx=".5" fill="${colour}" opacity=".5"/>`;

const box: Prop = (colour, label) => `
  <path d="M3 13h26v16a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z" fill="${colour}"/>
  <path d="M24 13h5v16a2 2 0 0 1-2 2h-3z" fill="${darker(colour, 0.16)}"/>
  <rect x="2" y="9" width="28" height="5.500" rx="1.200" fill="${lighter(colour, 0.14)}"/>
  <rect x="14" y="9" width="4" height="22" fill="#fff3d6" opacity=".85"/>
  <path d="M16 9C12 2.500 7 3 8 6.500 8.700 8.800 13 9 16 9s7.300-.2 8-2.500C25 3 20 2.500 16 9" fill="#fff3d6"/>
  <path d="M16 9c-2.600-4-5.400-3.800-4.900-2.300C11.500 8 13.500 9 16 9s4.500-1 4.900-2.300C21.400 5.200 18.600 5 16 9" fill="${mixed('#fff3d6', colour, 0.35)}"/>
  <circle cx="16" cy="22" r="5.800" fill="${paper}"/>
  ${labelled(label, 11.8, 17.8, 8.4)}`;

const card: Prop = (colour, label) => `
  <g transform="rotate(-9 16 16)"><rect x="4" y="5" width="26" height="17" rx="1.800" fill="${darker(colour, 0.25)}"/></g>
  <rect x="2" y="9" width="28" height="18.500" rx="1.800" fill="${colour}"/>
  <path d="M2 20l28-7v12.700a1.800 1.800 0 0 1-1.800 1.800H3.800A1.800 1.800 0 0 1 2 25.700z" fill="#fff" opacity=".13"/>
  <rect x="4.500" y="12" width="10" height="1.600" rx=".8" fill="#fff" opacity=".95"/><rect x="4.500" y="15" width="7" height="1.100" rx=".5" fill="#fff" opacity=".6"/>
  <rect x="4.500" y="23.200" width="5" height="1.600" rx=".8" fill="#fff" opacity=".6"/>
  <circle cx="22.600" cy="18.400" r="5.400" fill="${paper}"/>
  ${labelled(label, 18.6, 14.4, 8)}`;

const tube: Prop = (colour, label) => `
  <path d="M9 2h14l-1.200 22H10.200z" fill="${lighter(colour, 0.55)}"/><path d="M20 2h3l-1.200 22h-2.300z" fill="${mixed(colour, '#ffffff', 0.25)}"/>
  <rect x="8.500" y="1" width="15" height="2.600" rx=".6" fill="${lighter(colour, 0.3)}"/>
  <rect x="9.900" y="16.500" width="12.200" height="5" fill="${colour}"/>
  <rect x="11" y="24" width="10" height="6.500" rx="1.400" fill="${darker(colour)}"/>
  ${labelled(label, 12, 6.5, 8)}`;

const crateFront = `
  <rect x="-2" y="19" width="36" height="12" rx="1" fill="#c99558"/>
  <rect x="-2" y="19" width="36" height="3.500" rx=".6" fill="#deb174"/><rect x="-2" y="23.300" width="36" height="3.500" rx=".6" fill="#d5a566"/>
  <rect x="-2" y="27.500" width="36" height="3.500" rx=".6" fill="#c99558"/>
  <rect x="-1" y="18.400" width="3" height="13" rx=".6" fill="#b57f42"/><rect x="30" y="18.400" width="3" height="13" rx=".6" fill="#b57f42"/>`;

export const containers: Record<string, Prop> = {
  jar,
  bottle,
  beer,
  juice,
  tin,
  'flat-tin': flatTin,
  bag,
  packet,
  box,
  card,
  tube,
};

export { crateFront };
