import { start } from '#app/browser-entry.tsx';

start();
