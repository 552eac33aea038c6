import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, readJson, readText, root } from '../../scripts/packages.mjs';

const changelog = 'packages/toolwire/CHANGELOG.md';

/** The version of all packages. */
export function readVersion() {
  return String(readJson('packages/toolwire/package.json').version);
}

/** The page of the changes: those of the next release, and those of the releases of `toolwire`. */
export function changelogPage() {
  const next = filesBelow('.changeset')
    .filter((path) => path.endsWith('.md') && !path.endsWith('README.md'))
    .map((path) =>
      readText(path)
        .replace(/^---\n[^]*?\n---\n/, '')
        .trim(),
    );
  const released = existsSync(join(root, changelog))
    ? readText(changelog)
        .replace(/^# .+\n/, '')
        .trim()
    : '';
  return [
    '# Changelog',
    `This page lists the changes of each version. All packages share one version. This site describes version ${readVersion()}.`,
    ...(next.length > 0 ? ['## Next release', ...next] : []),
    released,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
