import { cartLives } from './cart-lives.ts';

cartLives(Number(process.env.ETAL_SYNC_SEED ?? Date.now() % 2 ** 31));
