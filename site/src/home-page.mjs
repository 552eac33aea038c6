import { darkVersion } from './themed-pictures.mjs';

/**
 * The part of the README above its first heading becomes the hero and the features of the first page.
 * @param {string} markdown The README, with links to pages of the site.
 * @param {Map<string, string>} pictures
 * @returns {{ head: Record<string, unknown>, body: string }}
 */
export function splitHome(markdown, pictures) {
  const start = markdown.indexOf('\n## ') + 1;
  const first = markdown.slice(0, start);
  const src = / src="([^"]+)"/.exec(first)?.[1] ?? '';
  const alt = / alt="([^"]+)"/.exec(first)?.[1] ?? '';
  const dark = darkVersion(src, pictures);
  const features = [...first.matchAll(/^- \*\*(.+?)\.?\*\* (.+)$/gm)].map(([, title = '', text = '']) => {
    const link = /\]\((\/[^)]+)\)/.exec(text)?.[1]?.replace(/\.md(?=#|$)/, '');
    const details = text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/`([^`]+)`/g, '<code>$1</code>');
    return { title, details, ...(link !== undefined && { link }) };
  });
  const head = {
    layout: 'home',
    title: 'toolwire',
    titleTemplate: ':title: one tool definition, every protocol',
    source: 'README.md',
    hero: {
      name: 'toolwire',
      text: 'Write an AI tool once',
      tagline: 'Serve it over MCP, Open Tool Calling and Arcade from the Node app you already run.',
      actions: [
        { theme: 'brand', text: 'Get started', link: '/start/new-project' },
        { theme: 'alt', text: 'Add to an existing app', link: '/start/existing-app' },
        { theme: 'alt', text: 'Examples', link: '/examples/' },
      ],
      image: { light: src, dark: dark ?? src, alt, width: 520, height: 812 },
    },
    features,
  };
  return { head, body: markdown.slice(start) };
}
