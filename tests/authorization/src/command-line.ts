import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startAuthorizationServer } from './authorization-server.ts';
import { listen } from './listen.ts';
import { orderScopes, startOrdersServer } from './orders-server.ts';
import { signIn } from './sign-in.ts';

const browser = fileURLToPath(new URL('./programs/browser.mjs', import.meta.url));
const program = fileURLToPath(new URL('../../../packages/tooling/cli/src/bin.ts', import.meta.url));

/** How a command ended. */
interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A user with a browser and a separate home folder, who runs `toolwire` against a server of orders. */
export interface CommandLine {
  readonly mcpUrl: string;
  /** The addresses that the browser was opened at. */
  readonly signIns: readonly URL[];
  readonly home: string;
  /** How a program starts `toolwire` with these words. */
  readonly command: (...typed: readonly string[]) => {
    readonly command: string;
    readonly args: string[];
    readonly env: Record<string, string>;
  };
  readonly start: (...typed: readonly string[]) => ChildProcess & { readonly stdout: NodeJS.ReadableStream };
  readonly run: (...typed: readonly string[]) => Promise<Ended>;
  readonly close: () => Promise<void>;
}

/** Starts an authorization server, the server of orders behind it, and the user. */
export async function startCommandLine(): Promise<CommandLine> {
  const authorization = await startAuthorizationServer({ scopes: orderScopes });
  const orders = await startOrdersServer({ issuer: authorization.url });
  const signIns: URL[] = [];
  const user = await listen(() => async (request, response) => {
    const address = new URL(await text(request));
    signIns.push(address);
    response.end();
    await (await fetch(await signIn(address))).text();
  });
  const home = await mkdtemp(join(tmpdir(), 'toolwire-login-'));
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, BROWSER: browser, USER_ADDRESS: user.url };
  const fromSource = ['--conditions=@toolwire/source', `--import=${import.meta.resolve('tsx')}`, program];
  const start = (...typed: readonly string[]) => spawn(process.execPath, [...fromSource, ...typed], { env });
  return {
    mcpUrl: orders.mcpUrl,
    signIns,
    home,
    command: (...typed) => ({ command: process.execPath, args: [...fromSource, ...typed], env }),
    start,
    async run(...typed) {
      const child = start(...typed);
      const code = new Promise<number | null>((resolve) => child.on('close', resolve));
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      return { code: await code, stdout, stderr };
    },
    async close() {
      await Promise.all([authorization.close(), orders.close(), user.close(), rm(home, { recursive: true })]);
    },
  };
}
