// What works behind the screens, as they see it through their port: each part under its name. Loaded on idle or on first use,
// never with the first view; what only some visits need is loaded by what needs it.
import type { Engine } from '#state/page/engine-port.ts';
import { keepOnDevice } from './drafts.ts';
import * as history from './history.ts';
import { open } from './open.ts';
import { read } from './reads/read.ts';
import * as session from './session.ts';
import * as cart from './writes/cart.ts';
import { dispatch, send, submit } from './writes/dispatch.ts';
import { write } from './writes/online-write.ts';

export const engine: Engine = {
  open,
  read,
  write,
  dispatch,
  send,
  submit,
  keepDrafts: keepOnDevice,
  cart,
  session,
  history,
  ordering: () => import('./writes/ordering.ts'),
  pending: () => import('./writes/pending-actions.ts'),
  requests: () => import('./writes/requests.ts'),
};
