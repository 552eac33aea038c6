import { fileURLToPath } from 'node:url';

/** Where the table is kept. */
export const tablePath: string = fileURLToPath(new URL('../../../docs/clients.md', import.meta.url));
