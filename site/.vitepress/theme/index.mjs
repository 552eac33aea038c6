// Without the fonts of the theme: readers have fonts of their own.
import theme from 'vitepress/theme-without-fonts';
import './style.css';

export default theme;
