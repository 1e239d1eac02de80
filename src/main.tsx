import '#ui/base.css';
import { start } from '#app/browser-entry.tsx';

start();
