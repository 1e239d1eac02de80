// Towns of the demo market.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { townsOf } from '#domain/towns.ts';

const demo = new URL('../../demo/market.yaml', import.meta.url);
export const DEMO_TOWNS = townsOf(parse(readFileSync(demo, 'utf8')).configuration.towns);
