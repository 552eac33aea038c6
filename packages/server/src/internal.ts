export { serverOptionNames } from './check-options.ts';
