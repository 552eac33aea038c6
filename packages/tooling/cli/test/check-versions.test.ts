import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkNode, checkPackages, installedPackages } from '../src/doctor/check-versions.ts';

describe('toolwire doctor', () => {
  it('checks the Node version, and the packages that must have the same version', () => {
    expect(checkNode('v20.19.0', '>=20.19').state).toBe('ok');
    expect(checkNode('v24.1.0', '>=20.19').state).toBe('ok');
    expect(checkNode('v20.9.9', '>=20.19')).toMatchObject({ state: 'problem', advice: 'Install Node 20.19 or newer.' });
    const at = (name: string, version: string) => ({ name, version });
    expect(checkPackages([at('toolwire', '1.0.0'), at('@toolwire/convert', '1.0.0')]).state).toBe('ok');
    const copies = [at('toolwire', '1.0.0'), at('toolwire', '1.0.0')];
    expect(checkPackages(copies).message).toBe('1 toolwire package, version 1.0.0');
    expect(checkPackages([at('toolwire', '1.0.0'), at('@toolwire/auth', '1.0.1')]).state).toBe('problem');
  });

  it('finds copies that are nested in toolwire packages', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolwire-nested-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const paths = [
      '@toolwire/server',
      '@toolwire/server/node_modules/@toolwire/core',
      'toolwire/node_modules/toolwire',
    ];
    for (const [index, path] of paths.entries()) {
      const packageFolder = join(folder, 'node_modules', path);
      await mkdir(packageFolder, { recursive: true });
      await writeFile(join(packageFolder, 'package.json'), `{ "version": "1.${index}.0" }`);
    }
    const installed = await installedPackages(folder);
    expect(installed.map(({ name, version }) => `${name} ${version}`).sort()).toEqual([
      '@toolwire/core 1.1.0',
      '@toolwire/server 1.0.0',
      'toolwire 1.2.0',
    ]);
  });
});
