// The suite imports `globSync`, which node:fs has from Node 22 on, for commands that are never run here.
import { register } from 'node:module';

register('./resolve-fs.mjs', import.meta.url);
