export { runToolwire } from './run-toolwire.ts';
export type { Terminal } from './terminal/terminal.ts';
