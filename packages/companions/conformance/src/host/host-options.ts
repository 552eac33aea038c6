import { checkNames, type NamesOf } from '@toolwire/internal';
import { titlesOf } from '../cases/otc-case.ts';
import { otcSuite } from '../cases/otc-suite.ts';
import { exceptionsAmong, findExceptions, type KnownException } from '../known-exceptions.ts';
import type { Bodies, CreateServer } from './host-app.ts';
import { hostSuite } from './host-suite.ts';

/** What to know of a host besides how to mount on it. */
export interface HostOptions {
  /** Makes the server to mount: `(options) => createToolServer({ ...options, wires: [otc()], validator: ajv() })`. */
  readonly createServer: CreateServer;
  /** How bodies can reach the tools; a host that has no parser of its own has only `unread`. */
  readonly bodies?: readonly Bodies[] | undefined;
  /**
   * `sample` runs of the standard what a host could spoil, and one case of every other group; `all` by default. Enough for a change that is
   * not about hosts.
   */
  readonly cases?: 'all' | 'sample' | undefined;
  /** Cases of either suite that cannot hold on this host; each is run, and fails when it holds after all. */
  readonly exceptions?: readonly HostException[] | undefined;
}

/** Cases that cannot hold on a host, and why. */
export interface HostException extends KnownException {
  /** Only with bodies that reach the tools in this way. */
  readonly bodies?: Bodies;
}

const optionNames: NamesOf<HostOptions> = { createServer: true, bodies: true, cases: true, exceptions: true };

/** Refuses an option that nobody would read; `of` is the function that was given it. */
export function checkHostOptions(of: string, options: HostOptions): void {
  checkNames(of, options, optionNames);
}

/** The exceptions of one way for bodies, told apart by suite. */
export interface SortedExceptions {
  readonly host: readonly KnownException[];
  readonly otc: readonly KnownException[];
}

/** Sorts a host's exceptions; one that names no case of either suite throws. */
export function sortExceptions({ exceptions = [] }: HostOptions, bodies: Bodies): SortedExceptions {
  const titles = { host: hostSuite.flatMap(titlesOf), otc: otcSuite.flatMap(titlesOf) };
  findExceptions(exceptions, [...titles.host, ...titles.otc]);
  const here = exceptions.filter((one) => one.bodies === undefined || one.bodies === bodies);
  return { host: exceptionsAmong(here, titles.host), otc: exceptionsAmong(here, titles.otc) };
}
