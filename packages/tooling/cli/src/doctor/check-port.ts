import { networkInterfaces } from 'node:os';
import { isLoopback } from '@toolwire/internal';
import { AuthenticationRequired, CliError, exitCodes } from '../cli-error.ts';
import type { Arguments } from '../command-line/command.ts';
import { credentialVariables } from '../target/connection-settings.ts';
import { withTarget } from '../target/open-target.ts';
import { readUrl } from '../target/target-url.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Returns the addresses of this machine on the network. */
export function addressesOfThisMachine(): readonly string[] {
  return Object.values(networkInterfaces())
    .flat()
    .flatMap((network) =>
      network !== undefined && !network.internal && network.family === 'IPv4' ? [network.address] : [],
    );
}

/** Checks whether a server is reachable from the network without credentials. */
export async function checkPort(
  operand: string,
  addresses: readonly string[],
  args: Arguments,
  terminal: Terminal,
): Promise<Finding> {
  const url = readUrl(operand);
  const isLocal = isLoopback(url);
  const urls = isLocal ? addresses.map((address) => withHostname(url, address)) : [url.href];
  for (const address of urls) {
    const access = await probeAccess(address, args, terminal);
    if (access === 'open') {
      return problem(
        'port',
        `${safeLine(address)} is open to the network without authentication`,
        "Add authentication, for example `auth: apiKey({ keys })` of @toolwire/auth, or listen only on host '127.0.0.1'.",
      );
    }
    if (access === 'protected') return ok('port', `${safeLine(address)} requires authentication`);
  }
  // The server did not respond on network addresses. It may not respond at all.
  if (!isLocal || (await probeAccess(url.href, args, terminal)) === 'unreachable') {
    return problem(
      'port',
      `no tools found at ${safeLine(url.href)}`,
      'Start the server, or pass the URL that it prints at startup.',
    );
  }
  return ok('port', `${safeLine(url.href)} is reachable only from this machine`);
}

function withHostname(url: URL, hostname: string): string {
  const changed = new URL(url);
  changed.hostname = hostname;
  return changed.href;
}

const credentialFlags: ReadonlySet<string> = new Set([...Object.keys(credentialVariables), 'auth']);
// In seconds. An address behind a firewall does not respond at all.
const defaultTimeout = '3';

async function probeAccess(
  address: string,
  args: Arguments,
  terminal: Terminal,
): Promise<'open' | 'protected' | 'unreachable'> {
  const argsWithoutCredentials: Arguments = {
    ...args,
    value: (flag) => {
      if (credentialFlags.has(flag)) return undefined;
      return args.value(flag) ?? (flag === 'timeout' ? defaultTimeout : undefined);
    },
  };
  try {
    await withTarget(address, argsWithoutCredentials, { ...terminal, environment: {}, note: () => undefined }, () =>
      Promise.resolve(),
    );
    return 'open';
  } catch (thrown) {
    terminal.signal.throwIfAborted();
    if (thrown instanceof AuthenticationRequired) return 'protected';
    if (!(thrown instanceof CliError) || thrown.exitCode === exitCodes.usage) throw thrown;
    return 'unreachable';
  }
}
