// Without the fonts of the theme, because every reader has fonts.
import theme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import NotFound from './not-found.mjs';
import { startTabs } from './tabs.mjs';
import './style.css';

export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { 'not-found': () => h(NotFound) }),
  enhanceApp({ router }) {
    startTabs(router);
  },
};
