import { withBase } from 'vitepress';
import { h } from 'vue';

const links = [
  ['/start/new-project.html', 'Create a new project'],
  ['/start/existing-app.html', 'Add tools to an existing app'],
  ['/learn/tools.html', 'Write a tool'],
  ['/examples/', 'Examples'],
  ['/project/pages.html', 'All pages'],
];

/** The page for an address without a page: a search, and the pages that most readers look for. */
export default function NotFound() {
  return h('div', { class: 'not-found' }, [
    h('h1', 'Page not found'),
    h('p', 'This address has no page. It may have moved.'),
    h('button', { type: 'button', class: 'not-found-search', onClick: openSearch }, 'Search the docs'),
    h(
      'ul',
      links.map(([href, text]) => h('li', [h('a', { href: withBase(href) }, text)])),
    ),
  ]);
}

function openSearch() {
  document.querySelector('.VPNavBarSearch button')?.click();
}
