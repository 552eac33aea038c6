import { describe, expect, it } from 'vitest';
import { loadFunction } from '../src/load-package.ts';

/** The path of a module with this source. */
const moduleOf = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;

describe('a package that is loaded on demand', () => {
  it('provides its function', async () => {
    const load = await loadFunction(moduleOf('export const create = () => 3;'), 'create', 'tasks: { file }');
    expect(load()).toBe(3);
  });

  it('is named in the error if it is not installed', async () => {
    await expect(loadFunction('@toolwire/none/folder', 'create', 'artifacts: { url }')).rejects.toThrow(
      'toolwire({ artifacts: { url } }) needs the package @toolwire/none. Run: npm install @toolwire/none',
    );
  });

  it('fails with its own error if it is installed', async () => {
    const failing = moduleOf('throw new TypeError("The binary is of another platform.");');
    await expect(loadFunction(failing, 'create', 'tasks: { file }')).rejects.toThrow(
      new TypeError('The binary is of another platform.'),
    );
  });

  it('must have the function', async () => {
    await expect(loadFunction(moduleOf(''), 'create', 'tasks: { file }')).rejects.toThrow('different versions');
  });
});
