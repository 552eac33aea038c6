import process from 'node:process';
import { bundleProgram } from '@toolwire/programs';

/** The command that starts a program of `../programs`. */
export function startsProgram(name: 'official-server' | 'waiting-server'): readonly string[] {
  return [process.execPath, bundleProgram(new URL(`../programs/${name}.ts`, import.meta.url))];
}
