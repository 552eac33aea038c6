import process from 'node:process';
import type { Host, HostTier } from './host.ts';
import { hosts } from './table.ts';

/** Whether this run includes every case in every framework: `npm test -- --every-host`. */
export const isEveryHost = process.env['TEST_HOSTS'] === 'all';

/** Whether this run has more than a sample of the cases on hosts that are not `everyday`: `npm test -- --all`, or `--every-host`. */
export const isEveryCase: boolean = isEveryHost || process.env['TEST_SCOPE'] === 'all';

/** The frameworks of this run: the given tiers, or every one with `npm test -- --every-host`. */
export function hostsOfRun(...tiers: readonly HostTier[]): readonly Host[] {
  return isEveryHost ? hosts : hosts.filter(({ tier }) => tiers.includes(tier));
}

/** The newest major version of every framework. */
export const newestHosts: readonly Host[] = hosts.filter(isNewest);

/** The hosts that run every time, or the newest major version of every framework with `npm test -- --every-host`. */
export const newestHostsOfRun: readonly Host[] = hostsOfRun('everyday').filter(isNewest);

function isNewest({ tier }: Host): boolean {
  return tier !== 'previous';
}

/** The host of a name, which must be in the table. */
export function hostNamed(name: string): Host {
  const host = hosts.find((one) => one.name === name);
  if (host === undefined) throw new RangeError(`There is no host '${name}' in tests/hosts/src/table.ts.`);
  return host;
}
