// The entry of the page: it draws the app over what the server sent.
import '#ui/styles/base.css';
import { start } from '#app/browser-entry.tsx';

// Not awaited here: the lazy areas import from this module and would wait for it while it waits for them.
start().catch((failure: unknown) => {
  globalThis.early?.fail();
  throw failure;
});
