// Engine: the functions behind the screens, by the names of their port.
// Loaded on idle or on first use, never with the first view; rare parts load on demand.
import type { Engine } from '#state/page/engine-port.ts';
import { saveDraftsOnDevice } from './drafts.ts';
import * as history from './history.ts';
import { openEngine } from './open.ts';
import { readEndpoint } from './reads/read.ts';
import * as session from './session.ts';
import * as cart from './writes/cart.ts';
import { dispatchCommand, sendCommand, submitCommand } from './writes/dispatch.ts';
import { writeEndpoint } from './writes/online-write.ts';

export const browserEngine: Engine = {
  open: openEngine,
  read: readEndpoint,
  write: writeEndpoint,
  dispatch: dispatchCommand,
  send: sendCommand,
  submit: submitCommand,
  keepDrafts: saveDraftsOnDevice,
  cart,
  session,
  history,
  ordering: () => import('./writes/ordering.ts'),
  pending: () => import('./writes/pending-actions.ts'),
  requests: () => import('./writes/requests.ts'),
};
