import { manyLives } from './property-run.ts';

manyLives(20261121);
