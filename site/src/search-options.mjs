import { readSections } from './page-table.mjs';

/** How much the pages of a section count in a search. Guides come before exports and error codes. */
const weights = {
  start: 4,
  learn: 3,
  recipes: 3,
  deploy: 3,
  identity: 2,
  examples: 1.5,
  compare: 1,
  project: 0.6,
  reference: 0.4,
  errors: 0.3,
};

/** Pages for contributors, which few readers search for. */
const rare = /^learn\/(?:architecture|pipeline|durable-internals|decisions|design|task-stores|lifecycle)$/;

/**
 * Search in the browser: its ranking and its index.
 * @param {string} base The path that the site is served below.
 */
export function searchOptions(base) {
  const pages = readSections().flatMap(({ folder, pages: listed }) => listed.map((page) => ({ folder, ...page })));
  const boosts = pages.map(({ folder, route }) => {
    const weight = weights[/** @type {keyof typeof weights} */ (folder)];
    return [addressOf(base, route), rare.test(route) ? weight / 6 : weight];
  });
  const guides = pages.flatMap(({ route, keywords: words }) =>
    (words ?? []).map((word) => [word, addressOf(base, route)]),
  );
  return {
    detailedView: true,
    ranking: { boosts: Object.fromEntries(boosts), guides: Object.fromEntries(guides) },
    miniSearch: { searchOptions: { boostDocument } },
    /**
     * Adds the keywords of a page to the index, because the page may not contain them.
     * @param {string} source
     * @param {{ frontmatter?: { keywords?: readonly string[] } }} env
     * @param {{ render: (source: string, env: object) => string }} md
     */
    _render(source, env, md) {
      const html = md.render(source, env);
      const words = env.frontmatter?.keywords ?? [];
      return words.length === 0 ? html : html.replace('</h1>', `</h1><p>${words.join(' ')}</p>`);
    },
  };
}

/**
 * The address of a page, as the index has it.
 * @param {string} base
 * @param {string} route
 */
function addressOf(base, route) {
  return `${base}${route === 'index' || route.endsWith('/index') ? route.slice(0, -'index'.length) : `${route}.html`}`;
}

/**
 * How much a section of a page counts. VitePress writes this function into its pages as text, so it reads its tables there.
 * @param {string} id Such as `/learn/retries.html#safety-of-retries`.
 * @param {string} term
 * @param {{ titles: readonly string[] }} fields The headings above the section, none at the top of a page.
 */
function boostDocument(id, term, { titles }) {
  const { boosts, guides } = globalThis.__VP_SITE_DATA__.themeConfig.search.options.ranking;
  const [address = ''] = id.split('#');
  const isGuide = guides[term] === address;
  const guideBoost = titles.length === 0 ? 200 : 40;
  return (boosts[address] ?? 1) * (isGuide ? guideBoost : 1);
}
