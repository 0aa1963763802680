// npm run new KIND NAME: a plug-in's file, its table beside it, and its line in the index.
import path from 'node:path';
import { addPlugin } from './plugins/add-plugin.ts';

const [kind, name] = process.argv.slice(2);
const added = addPlugin(path.join(import.meta.dirname, '..'), kind, name);
if (added.ok) {
  console.log(added.files.join('\n'));
  console.log(`NEXT: ${added.next}; its tests fail until then.`);
} else {
  const { what, why, next } = added.refusal;
  console.error(`WHAT: ${what}\nWHY: ${why}\nNEXT: ${next}`);
  process.exitCode = 2;
}
