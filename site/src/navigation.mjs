import { readSections } from './page-table.mjs';

/** The navigation at the top, and a sidebar for each section, as VitePress takes them. */
export function readNavigation() {
  const sections = readSections();
  return {
    nav: sections.map(({ title, folder, pages }) => ({
      text: title,
      link: linkTo(pages[0]?.route ?? folder),
      activeMatch: `^/${folder}/`,
    })),
    sidebar: Object.fromEntries(sections.map(({ folder, pages }) => [`/${folder}/`, groupsOf(pages)])),
  };
}

/** @param {readonly import('./page-table.mjs').SitePage[]} pages */
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
