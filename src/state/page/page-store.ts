// The browser's Jotai store and query client.
// The server creates its own pair per request (see `StateProvider`), so that visitors never share state.
import { createStore } from 'jotai';
import { createQueryClient } from './query-client.ts';

export const pageStore = createStore();
export const pageQueryClient = createQueryClient();
