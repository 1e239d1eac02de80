import { cartLives } from './cart-lives.ts';

cartLives(20261121);
