import { homedir } from 'node:os';
import process from 'node:process';
import type { Terminal } from '../terminal.ts';
import type { Places } from './host.ts';

/** Where this user keeps things, as the environment says. */
export function placesOf({ environment }: Terminal): Places {
  const home = environment['HOME'] || environment['USERPROFILE'] || homedir();
  return { platform: process.platform, home, folder: process.cwd(), environment };
}
