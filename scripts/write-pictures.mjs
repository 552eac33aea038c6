// Draws the pictures of the docs from their descriptions, docs/pictures/*.json: `node scripts/write-pictures.mjs`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.mjs';
import { drawPictures } from './pictures.mjs';

for (const [path, svg] of drawPictures()) writeFileSync(join(root, path), svg);
