import type { Host } from './host.ts';

/** The host packages that no row uses. */
export function packagesWithoutRow(packages: readonly string[], hosts: readonly Host[]): readonly string[] {
  const used = new Set(hosts.map(({ adapter }) => adapter));
  return packages.filter((name) => !used.has(name));
}

/** Adapters that mount tools in an app of a framework. */
const adapter = /from '@toolwire\/(express|fastify|koa|fetch)'/g;

/** Whether a file mounts tools on several frameworks, and so has a list of hosts without the table. */
export function lists(source: string): boolean {
  return new Set([...source.matchAll(adapter)].map(([, name]) => name)).size > 1;
}

/** Whether a file of src/hosts exports a host. */
export function hostSource(source: string): boolean {
  return /^export const \w+: (?:Built)?Host = /m.test(source);
}
