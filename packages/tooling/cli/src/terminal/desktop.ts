import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Terminal } from './terminal.ts';

/** Copies text to the clipboard of the user, with a program or else with the terminal. */
export async function copyText(
  text: string,
  { write, environment }: Pick<Terminal, 'write' | 'environment'>,
): Promise<void> {
  const program = clipboardProgram(environment);
  if (program === undefined || !(await copyWithProgram(text, program))) copyWithTerminal(text, write);
}

function clipboardProgram(environment: Terminal['environment']): readonly [string, ...string[]] | undefined {
  if (process.platform === 'darwin') return ['pbcopy'];
  if (process.platform === 'win32') return ['clip'];
  if (environment['WAYLAND_DISPLAY']) return ['wl-copy'];
  return environment['DISPLAY'] ? ['xclip', '-selection', 'clipboard'] : undefined;
}

function copyWithProgram(text: string, [name, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  const child = spawn(name, args, { stdio: ['pipe', 'ignore', 'ignore'] });
  // A program that is not installed closes its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(text);
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** Sends OSC 52, with which many terminals copy, also over SSH. */
function copyWithTerminal(text: string, write: Terminal['write']): void {
  write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
}

/** Opens a page in the user's browser, or in the program that BROWSER names. */
export function openBrowser(url: URL, { environment }: Terminal): void {
  const [program, ...args] = browserCommand(environment['BROWSER'], url.href);
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  // The URL is printed in the terminal too.
  child.on('error', () => {});
  child.unref();
}

function browserCommand(browser: string | undefined, address: string): readonly [string, ...string[]] {
  if (browser !== undefined && browser !== '') return [browser, address];
  if (process.platform === 'darwin') return ['open', address];
  // Without a shell, which would interpret the ampersands of the URL.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}
