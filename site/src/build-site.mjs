// `npm run site`: writes the pages, lets VitePress build them into `site/dist`, and fails where a link of what was built leads nowhere.
import { join } from 'node:path';
import process from 'node:process';
import { build } from 'vitepress';
import { root } from '../../scripts/package-folders.mjs';
import { checkLinks } from './check-links.mjs';
import { writePages } from './write-pages.mjs';

const site = join(root, 'site');
const pages = writePages();
await build(site);
const problems = checkLinks(join(site, 'dist'), process.env['SITE_BASE'] ?? '/');
for (const problem of problems) console.error(problem);
console.log(
  problems.length > 0
    ? `${problems.length} dead links in ${pages.length} pages`
    : `${pages.length} pages in site/dist, and no dead link`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
