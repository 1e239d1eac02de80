// Page entry: starts the app.
import '#ui/styles/base.css';
import { startApp } from '#app/browser-entry.tsx';

// Not awaited: lazy areas import this module and would wait for it in a cycle.
startApp().catch((failure: unknown) => {
  globalThis.early?.fail();
  throw failure;
});
