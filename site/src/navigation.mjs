import { readSections } from './page-table.mjs';

/** Pages of the menu "More", in addition to the first page of each section. */
const listed = new Set(['project/roadmap', 'project/security', 'project/contributing', 'compare/benchmarks']);

/**
 * The navigation at the top, and a sidebar for each section, as VitePress takes them.
 * @param {string} version
 */
export function readNavigation(version) {
  const sections = readSections();
  const below = (/** @type {string} */ menu) => sections.filter((section) => section.menu === menu);
  const item = (/** @type {string} */ menu) => ({
    text: menu,
    link: linkTo(below(menu)[0]?.pages[0]?.route ?? ''),
    activeMatch: matchOf(below(menu)),
  });
  const more = below('More').map(({ title, pages }) => ({
    text: title,
    items: pages
      .filter(({ route }, index) => index === 0 || listed.has(route))
      .map(({ title: text, route }) => ({
        text: route === 'project/changelog' ? `${text} (v${version})` : text,
        link: linkTo(route),
      })),
  }));
  return {
    nav: [
      item('Docs'),
      item('Reference'),
      item('Examples'),
      { text: 'More', activeMatch: matchOf(below('More')), items: more },
    ],
    sidebar: Object.fromEntries(
      sections.map(({ folder, menu, pages }) => [
        `/${folder}/`,
        groupsOf(menu === 'Docs' ? below(menu).flatMap((section) => section.pages) : pages),
      ]),
    ),
  };
}

/** @param {readonly import('./page-table.mjs').Section[]} sections */
function matchOf(sections) {
  return `^/(?:${sections.map(({ folder }) => folder).join('|')})/`;
}

/**
 * Groups stay open: closed groups need scripts, and are buttons inside buttons for assistive technology.
 * @param {readonly import('./page-table.mjs').SitePage[]} pages
 */
function groupsOf(pages) {
  const groups = [...new Set(pages.map(({ group }) => group))];
  return groups.map((group) => ({
    text: group,
    items: pages
      .filter((page) => page.group === group)
      .map(({ title, route }) => ({ text: title, link: linkTo(route) })),
  }));
}

/** @param {string} route */
function linkTo(route) {
  return `/${route.replace(/(^|\/)index$/, '$1')}`;
}
