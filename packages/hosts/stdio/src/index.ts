export { type StdioOptions, type StdioServing, serveStdio } from './serve-stdio.ts';
