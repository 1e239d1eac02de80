import { manyLives } from './life-lives.ts';

manyLives(Number(process.env.ETAL_SYNC_SEED ?? Date.now() % 2 ** 31));
