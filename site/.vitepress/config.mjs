import process from 'node:process';
import { defineConfig } from 'vitepress';
import { anchorOf } from '../../scripts/text-rules.mjs';
import { readVersion } from '../src/changelog.mjs';
import { showFileNames } from '../src/file-names.mjs';
import { readNavigation } from '../src/navigation.mjs';
import { searchOptions } from '../src/search-options.mjs';

const base = process.env['SITE_BASE'] ?? '/';
const site = `${process.env['SITE_ORIGIN'] ?? 'https://toolwire.github.io'}${base}`;
const description =
  'One tool definition, served over Open Tool Calling, MCP and Arcade inside the Node server you already run.';

// The pages are written into `.pages` before; see `npm run site`.
export default defineConfig({
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: '.cache',
  base,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }]],
  lang: 'en',
  title: 'toolwire',
  description,
  sitemap: { hostname: site },
  lastUpdated: true,
  // The pages are generated, so the date comes from their sources.
  transformPageData: ({ frontmatter }) => ({
    lastUpdated: frontmatter.changed === undefined ? undefined : Date.parse(frontmatter.changed),
  }),
  transformHead: ({ pageData, title, description: summary }) => {
    const url = `${site}${pageData.relativePath.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`;
    const card = [
      ['meta', { property: 'og:type', content: 'website' }],
      ['meta', { property: 'og:site_name', content: 'toolwire' }],
      ['meta', { property: 'og:title', content: title }],
      ['meta', { property: 'og:description', content: summary }],
      ['meta', { property: 'og:image', content: `${site}og.png` }],
      ['meta', { property: 'og:image:width', content: '1200' }],
      ['meta', { property: 'og:image:height', content: '630' }],
      ['meta', { property: 'og:image:alt', content: 'toolwire: write an AI tool once' }],
      ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
    ];
    if (pageData.isNotFound) return [['meta', { name: 'robots', content: 'noindex' }]];
    return [
      ...card,
      ['meta', { property: 'og:url', content: url }],
      ['link', { rel: 'canonical', href: url }],
      // Where a page is without everything around it.
      ['link', { rel: 'alternate', type: 'text/markdown', href: `${base}${pageData.relativePath}` }],
    ];
  },
  // Readers of Markdown and of files on a disk find what links name, and so does any server of files.
  cleanUrls: false,
  // Pages load when a reader opens them.
  router: { prefetchLinks: false },
  metaChunk: true,
  // The index of the search, which is loaded for the first search.
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  markdown: {
    // As GitHub makes them, so that a link works in both places.
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { caddy: 'text', promql: 'text' },
    config: showFileNames,
  },
  themeConfig: {
    ...readNavigation(readVersion()),
    logo: '/logo.svg',
    search: { provider: 'local', options: searchOptions(base) },
    outline: { level: [2, 3] },
    externalLinkIcon: true,
    socialLinks: [{ icon: 'github', link: 'https://github.com/toolwire/toolwire', ariaLabel: 'GitHub' }],
    editLink: {
      pattern: ({ frontmatter }) => `https://github.com/toolwire/toolwire/edit/main/${frontmatter.source}`,
      text: 'Edit this page',
    },
    lastUpdated: { text: 'Last change', formatOptions: { dateStyle: 'medium' } },
    footer: { message: `Apache-2.0 · version ${readVersion()}` },
  },
});
