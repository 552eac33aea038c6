import { resolve } from 'node:path';

/** The root of the workspace. */
export const root: string = resolve(import.meta.dirname, '../../..');
