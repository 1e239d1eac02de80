// Every fault that offline work must survive, by name. A test whose title begins with 'F08 ·' holds row F08; where a row is
// held says the folder its tests are in. `tests/faults/matrix.test.ts` fails when a row has no test.
//
// Unless a row says otherwise, the same things hold once the network and the server are well again: nothing waits any more,
// each command accepted by the device had its effect exactly once or is told as refused, and what is shown is what the
// server has.

export type Ground =
  /** Outbox and replay on fake-indexeddb with a virtual clock, against the real server in process. */
  | 'sync'
  /** The server alone. */
  | 'server'
  /** The built app in Chromium against the real server behind a faulty proxy. */
  | 'browser'
  /** Cannot be brought about here. */
  | 'nowhere';

export const faults: Readonly<Record<string, { fault: string; held: readonly Ground[] }>> = {
  F01: { fault: 'offline when a shopper adds, changes, removes, applies a coupon', held: ['browser'] },
  F02: { fault: 'offline, then reload, then the browser reopened', held: ['browser'] },
  F03: { fault: 'the page closed in the middle of a request', held: ['browser'] },
  F04: { fault: 'the page crashes in the middle of a replay', held: ['browser'] },
  F05: { fault: 'the whole browser killed right after a write was said to be kept', held: ['browser'] },
  F06: { fault: 'killed between claiming a command and sending it', held: ['sync'] },
  F07: { fault: 'killed between the answer and writing it down', held: ['sync'] },
  F08: { fault: 'the request is lost before the server', held: ['sync', 'browser'] },
  F09: { fault: 'the answer is lost after the server has committed, and the server dies', held: ['browser', 'server'] },
  F10: { fault: 'the server dies inside its transaction', held: ['server'] },
  F11: { fault: 'the answer breaks off in its body', held: ['sync', 'browser'] },
  F12: { fault: 'the connection is reset', held: ['sync', 'browser'] },
  F13: { fault: 'connected, and no answer ever comes', held: ['sync', 'browser'] },
  F14: { fault: 'the answer drips', held: ['sync', 'browser'] },
  F15: { fault: 'the browser says online, and there is no network', held: ['browser'] },
  F16: { fault: 'the browser says offline, and the network works', held: ['browser'] },
  F17: { fault: 'a captive portal answers instead of the server', held: ['sync', 'browser'] },
  F18: { fault: 'the network comes and goes', held: ['sync', 'browser'] },
  F19: { fault: 'the server fails for a while', held: ['sync'] },
  F20: { fault: 'the server fails for ever on one command', held: ['sync'] },
  F21: { fault: 'too many requests, with a time to come back', held: ['sync'] },
  F22: { fault: 'the stock is gone when the change is sent', held: ['sync', 'browser'] },
  F23: { fault: 'the price has changed meanwhile', held: ['sync', 'browser'] },
  F24: { fault: 'the coupon has expired meanwhile', held: ['sync'] },
  F25: { fault: 'the cart was ordered on another device', held: ['sync', 'browser'] },
  F26: { fault: 'the order was validated or shipped on another device', held: ['sync', 'browser'] },
  F27: { fault: 'the tracking code was changed on another device', held: ['sync', 'browser'] },
  F28: { fault: 'the product was edited on another device: other fields, or the same one', held: ['sync'] },
  F29: { fault: 'the line was removed on another device', held: ['sync'] },
  F30: { fault: 'two tabs send at the same time', held: ['sync', 'browser'] },
  F31: { fault: 'two tabs, and the browser has no locks', held: ['sync', 'browser'] },
  F32: { fault: 'a tab is frozen while it holds the lock', held: ['sync', 'browser'] },
  F33: { fault: 'page and service worker send together', held: ['browser'] },
  F34: { fault: 'the service worker is killed in the middle of a replay', held: ['browser'] },
  F35: { fault: 'the browser has no background sync', held: ['browser'] },
  F36: { fault: 'the network delivers a request once more, late', held: ['sync'] },
  F37: { fault: 'answers arrive out of order', held: ['sync'] },
  F38: { fault: 'a read races a write', held: ['sync'] },
  F39: { fault: 'the access token expires during a replay', held: ['sync'] },
  F40: { fault: 'the refresh token is refused', held: ['sync'] },
  F41: { fault: 'the answer to a refresh is lost', held: ['sync', 'server'] },
  F42: { fault: 'three tabs refresh together', held: ['sync'] },
  F43: { fault: 'an old refresh token is presented again', held: ['server'] },
  F44: { fault: 'logout with writes waiting, then someone else logs in', held: ['sync', 'browser'] },
  F45: { fault: 'someone else logs in in another tab during a replay', held: ['sync'] },
  F46: { fault: "a crash while the visitor's cart joins the user's", held: ['sync'] },
  F47: { fault: 'the clock of the device jumps', held: ['sync'] },
  F48: { fault: 'the clock of the device is wrong at login', held: ['sync'] },
  F49: { fault: 'the storage is full when a write should be kept', held: ['sync', 'browser'] },
  F50: { fault: 'the storage is full when an answer should be written down', held: ['sync'] },
  F51: { fault: 'the connection to IndexedDB is lost', held: ['sync'] },
  F52: { fault: 'IndexedDB is emptied by the browser', held: ['browser'] },
  F53: { fault: 'localStorage is emptied and IndexedDB is kept', held: ['browser'] },
  F54: { fault: 'private mode refuses blobs', held: ['sync'] },
  F55: { fault: 'the browser gives no IndexedDB, or it never opens', held: ['sync', 'browser'] },
  F56: { fault: 'the database is upgraded while an old tab is open', held: ['sync'] },
  F57: { fault: 'commands written by an older version of the app', held: ['sync'] },
  F58: { fault: 'commands written by a newer version of the app', held: ['sync'] },
  F59: { fault: 'the app is updated between two attempts', held: ['sync'] },
  F60: { fault: 'a chunk of the open page is gone after a deployment', held: ['browser'] },
  F61: { fault: 'a new version waits while someone types', held: ['browser'] },
  F62: { fault: 'an upload is cut half-way', held: ['sync'] },
  F63: { fault: 'the pictures are uploaded and the change of their product is refused', held: ['sync', 'server'] },
  F64: { fault: 'two hundred commands and 50 MB of pictures wait', held: ['sync'] },
  F65: { fault: 'a command is a month old', held: ['sync'] },
  F66: { fault: 'the database of the server is away', held: ['server'] },
  F67: { fault: 'the embedded database is opened twice', held: ['server'] },
  F68: { fault: 'the server is killed again and again under load', held: ['server'] },
  F69: { fault: 'old keys are purged during a replay', held: ['server'] },
  F70: { fault: 'the person discards a command whose outcome is unknown', held: ['sync', 'browser'] },
  F71: { fault: 'the redirect to the payment fails', held: ['browser'] },
  F72: { fault: 'double click, double submit', held: ['browser'] },
  F73: { fault: 'the page comes back from the back/forward cache', held: ['browser'] },
  F74: { fault: 'a power cut on the device', held: ['nowhere'] },
  F82: { fault: 'a row of unknown shape among what waits', held: ['sync'] },
};
