import { checkNames, type NamesOf } from '@toolwire/internal';
import { titlesOf } from '../cases/otc-case.ts';
import { otcSuite } from '../cases/otc-suite.ts';
import { exceptionsAmong, findExceptions, type KnownException } from '../runners/known-exceptions.ts';
import type { Bodies, CreateServer } from './host-app.ts';
import { hostSuite } from './host-suite.ts';

/** Options for checking a host. */
export interface HostOptions {
  /** Creates the server to mount: `(options) => createToolServer({ ...options, wires: [otc()], validator: ajv() })`. */
  readonly createServer: CreateServer;
  /** How bodies can reach the tools. A host without a body parser has only `unread`. */
  readonly bodies?: readonly Bodies[] | undefined;
  /**
   * `sample` runs the cases of the standard that a host can break, and one case of every other group. That is enough for a change that
   * does not affect hosts. Default: `all`.
   */
  readonly cases?: 'all' | 'sample' | undefined;
  /** Cases of either suite that cannot pass on this host. Each is run, and fails if it passes. */
  readonly exceptions?: readonly HostException[] | undefined;
}

/** Cases that cannot pass on a host, and the reason. */
export interface HostException extends KnownException {
  /** Limits the exception to one way in which bodies reach the tools. */
  readonly bodies?: Bodies;
}

const optionNames: NamesOf<HostOptions> = { createServer: true, bodies: true, cases: true, exceptions: true };

/** Rejects unknown options. Errors name the called function. */
export function checkHostOptions(functionName: string, options: HostOptions): void {
  checkNames(functionName, options, optionNames);
}

/** The title of the test for unhandled errors during the cases of the standard. */
export const faultsTitle = 'the suite causes no unhandled rejection and no uncaught exception';

/** The exceptions for one kind of bodies, by suite. */
export interface SortedExceptions {
  readonly host: readonly KnownException[];
  readonly otc: readonly KnownException[];
  readonly faults: readonly KnownException[];
}

/** Sorts a host's exceptions by suite. Throws if one names no case. */
export function sortExceptions({ exceptions = [] }: HostOptions, bodies: Bodies): SortedExceptions {
  const titles = {
    host: hostSuite.flatMap(titlesOf),
    otc: otcSuite.flatMap(titlesOf),
    faults: [`the standard: ${faultsTitle}`],
  };
  findExceptions(exceptions, Object.values(titles).flat());
  const applicable = exceptions.filter((exception) => exception.bodies === undefined || exception.bodies === bodies);
  return {
    host: exceptionsAmong(applicable, titles.host),
    otc: exceptionsAmong(applicable, titles.otc),
    faults: exceptionsAmong(applicable, titles.faults),
  };
}
