// Builds the app once more under another name into the folder of builds given, as the next version does.
import { build } from '#server/build/build.ts';

const [folder, id] = process.argv.slice(2);
if (!folder || !id) throw new Error('usage: build-next.ts <folder> <id>');
await build({ folder, id });
