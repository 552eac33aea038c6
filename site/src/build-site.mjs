// `npm run site`: writes the pages, lets VitePress build them into `site/dist`, puts their Markdown beside them, and fails where a link of
// what was built leads nowhere.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { build } from 'vitepress';
import { root } from '../../scripts/package-folders.mjs';
import { checkLinks, checkMarkdown } from './check-links.mjs';
import { writeLlms } from './write-llms.mjs';
import { writePages } from './write-pages.mjs';

const site = join(root, 'site');
const built = join(site, 'dist');
const base = process.env['SITE_BASE'] ?? '/';
const pages = writePages();
await build(site);
writeLlms(pages, built, base);
const origin = process.env['SITE_ORIGIN'] ?? 'https://toolwire.github.io';
writeFileSync(join(built, 'robots.txt'), `User-agent: *\nAllow: /\n\nSitemap: ${origin}${base}sitemap.xml\n`);
const problems = [...checkLinks(built, base), ...checkMarkdown(built, base)];
for (const problem of problems) console.error(problem);
console.log(
  problems.length > 0
    ? `${problems.length} dead links in ${pages.length} pages`
    : `${pages.length} pages in site/dist, and no dead link`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
