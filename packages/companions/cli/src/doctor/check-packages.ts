import type { Finding } from './finding.ts';
import type { Installed } from './installed-packages.ts';

// Released together, and made to fit each other at one version alone.
const together =
  /^(?:toolwire|create-toolwire|@toolwire\/(?:core|otc|mcp|arcade|server|node|express|koa|fastify|fetch|cli))$/;

/** Whether the packages of a project are of one release, and each is there once. */
export function checkPackages(installed: readonly Installed[]): Finding {
  if (installed.length === 0) {
    return { check: 'packages', state: 'unseen', message: 'no package of toolwire is installed here' };
  }
  const mixed = versionsOf(installed.filter(({ name }) => together.test(name)));
  const twice = [...new Set(installed.map(({ name }) => name))].flatMap((name) => {
    const versions = versionsOf(installed.filter((one) => one.name === name));
    return versions.size > 1 ? [`${name} is there as ${[...versions.keys()].join(' and ')}`] : [];
  });
  if (mixed.size < 2 && twice.length === 0) {
    const versions = mixed.size === 0 ? '' : `, at ${[...mixed.keys()].join()}`;
    return { check: 'packages', state: 'well', message: `${installed.length} packages of toolwire${versions}` };
  }
  const told = [...mixed].map(([version, names]) => `${version}: ${names.join(', ')}`);
  return {
    check: 'packages',
    state: 'wrong',
    message: [
      ...(mixed.size > 1 ? ['packages that are released together are of several versions', ...told] : []),
      ...twice,
    ].join('; '),
    advice:
      'Give all of them the same version in package.json, and install again; `npm ls @toolwire/core` tells who brings which.',
  };
}

function versionsOf(installed: readonly Installed[]): ReadonlyMap<string, readonly string[]> {
  const versions = new Map<string, string[]>();
  for (const { name, version } of installed) {
    const names = versions.get(version) ?? [];
    if (!names.includes(name)) versions.set(version, [...names, name]);
  }
  return versions;
}
