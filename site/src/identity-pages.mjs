import { anchorOf } from '../../scripts/text-rules.mjs';

/**
 * @typedef {object} ProviderPage
 * @property {string} name
 * @property {string} part The anchor of its section.
 * @property {string} markdown
 */

const firstProvider = '### Auth0';

/** @param {string} page The content of `docs/authorization.md`. */
function sectionOf(page) {
  const start = page.lastIndexOf('\n## ', page.indexOf(firstProvider)) + 1;
  const next = page.indexOf('\n## ', start + 1);
  const section = page.slice(start, next < 0 ? undefined : next + 1);
  const [introduction = '', ...providers] = section.split(/^(?=### )/m);
  return { section, introduction, providers: providers.map((part) => part.trim()) };
}

/**
 * Makes a page for each identity provider: its recipe, and the rules for all of them.
 * @param {string} page The content of `docs/authorization.md`.
 * @returns {readonly ProviderPage[]}
 */
export function splitProviders(page) {
  const { introduction, providers } = sectionOf(page);
  const [, rules = ''] = /^(These rules [^]*)$/m.exec(introduction) ?? [];
  return providers.map((part) => {
    const [, name = ''] = /^### (.+)$/m.exec(part) ?? [];
    const recipe = part.slice(part.indexOf('\n')).trim();
    return {
      name,
      part: anchorOf(name),
      markdown: [
        `# Sign in with ${name}`,
        `Accept OAuth access tokens of ${name}. You need it if your users sign in with ${name} and call tools from an MCP client. Pass \`auth\` to \`toolwire({ tools, auth })\`:`,
        recipe,
        '## Rules for every provider',
        rules.trim(),
        '[Authorization](authorization.md) explains scopes, public tools and the checks of a token.',
      ].join('\n\n'),
    };
  });
}

/**
 * The page about authorization, with a list of links instead of the recipes.
 * @param {string} page
 */
export function listProviders(page) {
  const { section, introduction, providers } = sectionOf(page);
  const names = providers.map((part) => /^### (.+)$/m.exec(part)?.[1] ?? '');
  const list = names.map((name) => `- [${name}](#${anchorOf(name)})`).join('\n');
  return page.replace(section, () => [introduction.trim(), list, ''].join('\n\n'));
}
