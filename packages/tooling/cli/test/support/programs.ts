import process from 'node:process';
import { bundleProgram } from '@toolwire/programs';

/** How one of `../programs` is started. */
export function startsProgram(name: 'official-server' | 'waiting-server'): readonly string[] {
  return [process.execPath, bundleProgram(new URL(`../programs/${name}.ts`, import.meta.url))];
}
