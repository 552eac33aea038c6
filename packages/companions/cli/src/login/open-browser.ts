import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Terminal } from '../terminal.ts';

/** Opens a page in the user's browser, or in the program that BROWSER names. */
export function openBrowser(url: URL, { environment }: Terminal): void {
  const [program, ...typed] = opener(environment['BROWSER'], url.href);
  const child = spawn(program, typed, { stdio: 'ignore', detached: true });
  // The address stands on the terminal too.
  child.on('error', () => {});
  child.unref();
}

function opener(browser: string | undefined, address: string): readonly [string, ...string[]] {
  if (browser !== undefined && browser !== '') return [browser, address];
  if (process.platform === 'darwin') return ['open', address];
  // No shell, which would read the ampersands of the address.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}
