// A screen of the app, as the sweeps open it.
import type { Page } from '@playwright/test';
import type { Account } from './ground.ts';

export interface Screen {
  /** Names its pictures. */
  name: string;
  /** A number in it is another in each market, filled on whatever day: it is looked up by what it stands for. */
  at: string | ((page: Page) => Promise<string>);
  /** Words that stand on it once it is filled, of what it asks for. */
  shows: string | RegExp;
  who?: Account;
  /** Has to be done on the device first. */
  before?: (page: Page) => Promise<unknown>;
  /** Opens a dialog on it. */
  opened?: (page: Page) => Promise<unknown>;
  /** An open list lies over the page, outside a dialog. */
  isOverPage?: boolean;
  /** Brings it to where it is looked at. */
  led?: (page: Page) => Promise<unknown>;
  /** It asks the market for something: it is also looked at while that is awaited, refused, and without a network. */
  asks?: true;
}
