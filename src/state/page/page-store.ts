// The browser's one Jotai store and one query client. The server makes its own pair for each request (see
// `StateProvider`) and never touches these, so nothing of one visitor can reach another.
import { createStore } from 'jotai';
import { createQueryClient } from './query-client.ts';

export const pageStore = createStore();
export const pageQueryClient = createQueryClient();
