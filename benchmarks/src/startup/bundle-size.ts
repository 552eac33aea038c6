import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** The size in bytes of an entry with all its imports, minified and compressed. For `neutral`, an excluded import is rejected. */
export async function bundleSize(source: string, platform: 'node' | 'neutral' = 'node'): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform,
    target: 'node20',
    logLevel: 'error',
  });
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
}
