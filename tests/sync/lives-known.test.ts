import { manyLives } from './life-lives.ts';

manyLives(20261121);
