import process from 'node:process';
import { defineConfig } from 'vitepress';
import { anchorOf } from '../../scripts/text-rules.mjs';
import { readNavigation } from '../src/navigation.mjs';

const base = process.env['SITE_BASE'] ?? '/';

// The pages are written into `.pages` before; see `npm run site`.
export default defineConfig({
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: '.cache',
  base,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }]],
  lang: 'en',
  title: 'toolwire',
  description:
    'One tool definition, served over Open Tool Calling, MCP and Arcade inside the Node server you already run.',
  // Where a page is without everything around it.
  transformHead: ({ pageData }) =>
    pageData.isNotFound
      ? []
      : [['link', { rel: 'alternate', type: 'text/markdown', href: `${base}${pageData.relativePath}` }]],
  // Readers of Markdown and of files on a disk find what links name, and so does any server of files.
  cleanUrls: false,
  // What a page does not show is not loaded.
  router: { prefetchLinks: false },
  metaChunk: true,
  // The index of the search, which is loaded when somebody searches.
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  markdown: {
    // As GitHub makes them, so that a link works in both places.
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { caddy: 'text', promql: 'text' },
  },
  themeConfig: {
    ...readNavigation(),
    logo: '/logo.svg',
    search: { provider: 'local', options: { detailedView: false } },
    outline: { level: [2, 3] },
    externalLinkIcon: true,
    socialLinks: [{ icon: 'github', link: 'https://github.com/toolwire/toolwire' }],
    editLink: {
      pattern: ({ frontmatter }) => `https://github.com/toolwire/toolwire/edit/main/${frontmatter.source}`,
      text: 'Edit this page',
    },
    footer: { message: 'Apache-2.0' },
  },
});
