import { fileURLToPath } from 'node:url';

/** The path of the table. */
export const tablePath: string = fileURLToPath(new URL('../../../docs/clients.md', import.meta.url));
