import { networkInterfaces } from 'node:os';
import { CliError, exitCodes } from '../cli-error.ts';
import type { Arguments } from '../command.ts';
import { safeLine } from '../safe-text.ts';
import { readUrl, withTarget } from '../target/find-target.ts';
import type { Terminal } from '../terminal.ts';
import type { Finding } from './finding.ts';

/** The addresses by which other machines reach this one. */
export function addressesOfThisMachine(): readonly string[] {
  return Object.values(networkInterfaces())
    .flat()
    .flatMap((one) => (one !== undefined && !one.internal && one.family === 'IPv4' ? [one.address] : []));
}

/** Whether a server tells and does for everybody on the network what it should for few: it answers there without credentials. */
export async function checkPort(
  typed: string,
  addresses: readonly string[],
  given: Arguments,
  terminal: Terminal,
): Promise<Finding> {
  const url = readUrl(typed);
  const isHere = /^(?:localhost|127\.|\[::1\])/.test(url.hostname);
  const asked = isHere ? addresses.map((address) => at(url, address)) : [url.href];
  for (const address of asked) {
    const answer = await answers(address, given, terminal);
    if (answer === 'open') {
      return {
        check: 'port',
        state: 'wrong',
        message: `${safeLine(address)} answers everybody on the network, without credentials`,
        advice:
          "Let the server ask who calls, by `auth: apiKey({ keys })` of @toolwire/auth or another verifier, or listen at host '127.0.0.1' alone.",
      };
    }
    if (answer === 'guarded') {
      return { check: 'port', state: 'well', message: `${safeLine(address)} wants to know who calls` };
    }
  }
  // Others were asked for here: what is silent to them may be silent to all.
  if (!isHere || (await answers(url.href, given, terminal)) === 'silent') {
    return {
      check: 'port',
      state: 'wrong',
      message: `${safeLine(url.href)} has no tools to tell of, or nobody listens there`,
      advice: 'Start the server, or give the address that it says at its start.',
    };
  }
  return { check: 'port', state: 'well', message: `${safeLine(url.href)} is reached from this machine alone` };
}

function at(url: URL, address: string): string {
  const there = new URL(url);
  there.hostname = address;
  return there.href;
}

const withoutCredentials: ReadonlySet<string> = new Set(['api-key', 'token', 'jwt-secret', 'worker-secret', 'auth']);
const patienceS = '3';

async function answers(address: string, given: Arguments, terminal: Terminal): Promise<'open' | 'guarded' | 'silent'> {
  const bare: Arguments = {
    ...given,
    value: (flag) => (flag === 'timeout' ? patienceS : withoutCredentials.has(flag) ? undefined : given.value(flag)),
  };
  try {
    await withTarget(address, bare, { ...terminal, environment: {}, note: () => undefined }, () => Promise.resolve());
    return 'open';
  } catch (thrown) {
    terminal.signal.throwIfAborted();
    if (!(thrown instanceof CliError)) throw thrown;
    return thrown.exitCode === exitCodes.unconnected ? 'silent' : 'guarded';
  }
}
